import { authQuery } from '@/shared/api/auth';
import type { components } from '@/shared/api/schema';
import type { Envelope, Paged } from '@/shared/api/types';
import type { Conversation } from '@/shared/live/live-events';

export const CONVERSATIONS = '/api/auth/staff/conversations';

export type ConversationPage = Paged<Conversation> & {
  unread_conversations: number;
  /** Cursor of the next page; null at the end. */
  next_cursor: string | null;
};

/** An area of the back office; the role of a member of staff decides which they may use. */
export type StaffArea = components['schemas']['StaffArea'];
/** The signed-in member of the staff, and the areas that the role may use. */
export type StaffMe = components['schemas']['StaffMe'];

export const STAFF_ME = '/api/staff/me';

/** The caller, with the areas that the role may use. Responds with 404 to accounts without a role. */
export const staffMeQuery = authQuery<Envelope<StaffMe>>(STAFF_ME);

/** Number of unread conversations. */
export const unreadChatsQuery = authQuery<ConversationPage>(CONVERSATIONS, { limit: 1 });
