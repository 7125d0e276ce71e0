import { InboxPage } from '@/features/inbox/InboxPage';
import { useStaffRoute } from '@/features/inbox/inbox-route';
import { StaffNotFoundPage } from '@/features/office/shell/StaffNotFoundPage';

/** Conversation of a customer in the inbox; an address without a customer id is none of the back office. */
export function StaffConversationPage() {
  const { cusId } = useStaffRoute();
  return cusId === null ? <StaffNotFoundPage /> : <InboxPage />;
}
