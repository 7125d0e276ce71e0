import { authFetch } from '@/shared/api/auth';
import { apiUrl } from '@/shared/api/client';
import type { ChatMessage, Conversation } from '@/shared/live/live-events';
import type { History, Pending, Sent, TalkCalls } from './chat-types';

/** A call that hangs longer counts as lost, and is made again. */
const TEXT_PATIENCE = 20_000;
const PICTURE_PATIENCE = 90_000;

type Data<T> = { data: T };

export function likeAt(path: string): TalkCalls['like'] {
  return async (messageId, liked) =>
    (await post<Data<ChatMessage>>(path, { messageId, liked })).data;
}

export function post<T>(path: string, body: unknown): Promise<T> {
  return authFetch<T>(path, {
    method: 'POST',
    body,
    signal: AbortSignal.timeout(body instanceof FormData ? PICTURE_PATIENCE : TEXT_PATIENCE),
  });
}

export function historyAt(path: string): TalkCalls['history'] {
  return (query) =>
    authFetch<History>(apiUrl(path, query), { signal: AbortSignal.timeout(TEXT_PATIENCE) });
}

export const textBody = ({ sms, kind, client_id, url }: Pending) => ({
  sms,
  smstype: kind,
  client_id,
  ...(url && { url }),
});

export function pictureForm({ sms, client_id }: Pending, picture: Blob): FormData {
  const form = new FormData();
  form.append('message', sms);
  form.append('client_id', client_id);
  form.append('image', picture, 'photo');
  return form;
}

const MESSAGES = '/api/auth/message';

/** The signed-in customer's own conversation. */
export const customerCalls: TalkCalls = {
  history: historyAt(MESSAGES),
  send: async (pending) => sent(await post(MESSAGES, textBody(pending))),
  upload: async (pending, picture) =>
    sent(await post(`${MESSAGES}/upload`, pictureForm(pending, picture))),
  read: async (seq) => (await post<Data<Conversation>>(`${MESSAGES}/read`, { seq })).data,
  typing: () => post(`${MESSAGES}/typing`, { typing: true }),
  like: likeAt(`${MESSAGES}/like`),
};

const sent = ({ data }: Data<ChatMessage>): Sent => ({ message: data });
