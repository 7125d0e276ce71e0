import { usePageTitle } from '@/shared/head/page-title';
import { useT } from '@/shared/i18n/language-context';
import { Inbox } from './Inbox';

/** Staff inbox, within the frame of the back office. */
export function InboxPage() {
  const t = useT();
  usePageTitle(t('staff.inbox'), { isHidden: true });
  return <Inbox />;
}
