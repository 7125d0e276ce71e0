import { historyAt, imageForm, likeAt, post, textBody } from '@/domain/chat/chat-api';
import type { ChatApi, SentMessage } from '@/domain/chat/chat-types';
import { CONVERSATIONS } from '@/domain/staff/staff-check';
import { authFetch } from '@/shared/api/auth';
import type { Conversation } from '@/shared/live/live-events';

type Data<T> = { data: T };

/** Chat API for one customer's conversation, from the staff's side. */
export function staffChatApi(cusId: number): ChatApi {
  const path = `${CONVERSATIONS}/${cusId}`;
  return {
    history: historyAt(`${path}/messages`),
    send: async (pending) => {
      const { version, take_over } = pending;
      const body = { ...textBody(pending), version, take_over };
      return (await post<Data<Required<SentMessage>>>(`${path}/messages`, body)).data;
    },
    upload: async (pending, image) => {
      const form = imageForm(pending, image);
      form.set('version', String(pending.version ?? 0));
      if (pending.take_over) form.set('take_over', 'true');
      return (await post<Data<Required<SentMessage>>>(`${path}/messages/upload`, form)).data;
    },
    read: async (seq) => (await post<Data<Conversation>>(`${path}/read`, { seq })).data,
    typing: () => post(`${path}/typing`, { typing: true }),
    like: likeAt(`${path}/messages/like`),
  };
}

/** Claims the conversation for this member of staff, also if another one has claimed it. */
export async function claim(cusId: number, version: number): Promise<Conversation> {
  return (await post<Data<Conversation>>(`${CONVERSATIONS}/${cusId}/claim`, { version })).data;
}

export async function release(cusId: number): Promise<Conversation> {
  const path = `${CONVERSATIONS}/${cusId}/claim`;
  return (await authFetch<Data<Conversation>>(path, { method: 'DELETE' })).data;
}

/** Current conversation, which a conflict response contains. */
export function conversationOf(error: unknown): Conversation | undefined {
  const { details } = (error ?? {}) as { details?: { conversation?: Conversation } };
  return details?.conversation;
}
