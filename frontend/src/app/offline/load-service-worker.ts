import { withMessages } from '@/shared/i18n/load-messages';

/**
 * Loads the code and messages for offline pages. Loaded with every page, so that they are cached before they are
 * needed.
 */
export const loadServiceWorker = () => withMessages('later', import('./OfflinePage'));
