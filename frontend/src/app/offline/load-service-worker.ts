import { withMessages } from '@/shared/i18n/load-messages';

/** What belongs to the pages kept by this browser. It comes with every page, so that it is here when it is needed. */
export const loadServiceWorker = () => withMessages('later', import('./OfflinePage'));
