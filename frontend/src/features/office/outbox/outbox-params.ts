import { oneOf, text, whole } from '../address-values';
import type { MessageChannel, MessageState } from './staff-outbox-api';

export const STATES: MessageState[] = ['waiting', 'sent', 'failed', 'not_configured'];
export const CHANNELS: MessageChannel[] = ['email', 'sms', 'whatsapp'];

/** Query parameters of the outbox: filters and page. */
export type OutboxParams = {
  state?: MessageState;
  channel?: MessageChannel;
  cursor?: string;
  /** Page number, only for display; the cursor decides which messages are shown. */
  page?: number;
};

const MAX_CURSOR_LENGTH = 100;

/** Parses the query; invalid values are left out. */
export function parseOutboxParams(query: Record<string, unknown>): OutboxParams {
  const cursor = text(query.cursor, MAX_CURSOR_LENGTH);
  return {
    state: oneOf(STATES, query.state),
    channel: oneOf(CHANNELS, query.channel),
    cursor,
    page: cursor === undefined ? undefined : whole(query.page, 2),
  };
}
