import { vi } from 'vitest';
import type { ChatApi, MessagePage, PendingMessage } from '@/domain/chat/chat-types';
import { type ChatOutcome, createConversationStore } from '@/domain/chat/conversation-store';
import { ApiError } from '@/shared/api/client';
import type { ChatMessage, Conversation } from '@/shared/live/live-events';

/** Account of the customer whose conversation it is. */
export const CUSTOMER = 7;

/** Message of the staff with a place in the conversation. */
export function message(seq: number, more: Partial<ChatMessage> = {}): ChatMessage {
  return {
    msdtid: 1000 + seq,
    cus_id: CUSTOMER,
    seq,
    sms: `text ${seq}`,
    smstype: 'user',
    cus_usertype: 'staff',
    msdate: '2026-11-21T15:20:00+07:00',
    url: '',
    fname: 'Kham',
    lname: '',
    cus_tel: '',
    likes: 0,
    isLiked: false,
    client_id: '',
    width: 0,
    height: 0,
    linkPreviews: [],
    ...more,
  };
}

export const conversation = (more: Partial<Conversation> = {}): Conversation => ({
  cus_id: CUSTOMER,
  fname: 'Noy',
  lname: '',
  cus_tel: '',
  last_message: null,
  last_seq: 0,
  customer_read_seq: 0,
  staff_read_seq: 0,
  unread: 0,
  claimed_by: null,
  claimed_until: null,
  version: 1,
  updated_at: '2026-11-21T15:20:00+07:00',
  ...more,
});

/** Fake server that stores messages, once for each `client_id`. */
export function shop(stored: ChatMessage[] = []) {
  const page = ({
    before_seq,
    after_seq,
    limit = 50,
  }: Parameters<ChatApi['history']>[0]): MessagePage => {
    const older = stored.filter(({ seq }) => !before_seq || seq < before_seq);
    const data =
      after_seq === undefined
        ? older.slice(-limit)
        : older.filter(({ seq }) => seq > after_seq).slice(0, limit);
    const left =
      after_seq === undefined ? older.length > data.length : data.at(-1) !== older.at(-1);
    return { data, more: left, conversation: conversation({ last_seq: stored.length }) };
  };
  const take = (pending: PendingMessage) => {
    const known = stored.find(({ client_id }) => client_id === pending.client_id);
    if (known) return { message: known };
    const { client_id, sms } = pending;
    const made = message(stored.length + 1, { client_id, sms, cus_usertype: 'user' });
    stored.push(made);
    return { message: made };
  };
  const calls = {
    history: vi.fn(async (query) => page(query)),
    send: vi.fn(async (pending: PendingMessage) => take(pending)),
    upload: vi.fn(async (pending: PendingMessage) => take(pending)),
    read: vi.fn(async (seq: number) => conversation({ customer_read_seq: seq })),
    typing: vi.fn(async () => ({})),
    like: vi.fn(async (id: number, isLiked: boolean) => {
      const found = stored.find(({ msdtid }) => msdtid === id);
      return { ...(found ?? message(1)), isLiked, likes: isLiked ? 1 : 0 };
    }),
  } satisfies ChatApi;
  return { stored, calls, take };
}

/** Store of a conversation, the outcomes that it reports, and the texts that it shows. */
export function storeWith(calls: ChatApi, side: 'user' | 'staff' = 'user') {
  const outcomes: ChatOutcome[] = [];
  const store = createConversationStore({
    side,
    owner: '7',
    accountId: () => CUSTOMER,
    api: calls,
    canSend: () => true,
    onOutcome: (one) => outcomes.push(one),
  });
  const texts = () => store.state().messages.map(({ sms }) => sms);
  return { store, outcomes, texts };
}

/** Error of a request that the shop did not answer. */
export const offline = () => new ApiError(0, 'offline', 'No answer from the shop');
