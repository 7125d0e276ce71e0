import { authFetch } from '@/shared/api/auth';
import { apiUrl } from '@/shared/api/client';
import type { ChatMessage, Conversation } from '@/shared/live/live-events';
import type { ChatApi, MessagePage, PendingMessage, SentMessage } from './chat-types';

/** A request that takes longer counts as lost and is retried. */
const TEXT_TIMEOUT_MS = 20_000;
const IMAGE_TIMEOUT_MS = 90_000;

type Data<T> = { data: T };

export function likeAt(path: string): ChatApi['like'] {
  return async (messageId, liked) =>
    (await post<Data<ChatMessage>>(path, { messageId, liked })).data;
}

export function post<T>(path: string, body: unknown): Promise<T> {
  return authFetch<T>(path, {
    method: 'POST',
    body,
    signal: AbortSignal.timeout(body instanceof FormData ? IMAGE_TIMEOUT_MS : TEXT_TIMEOUT_MS),
  });
}

export function historyAt(path: string): ChatApi['history'] {
  return (query) =>
    authFetch<MessagePage>(apiUrl(path, query), { signal: AbortSignal.timeout(TEXT_TIMEOUT_MS) });
}

export const textBody = ({ sms, kind, client_id, url }: PendingMessage) => ({
  sms,
  smstype: kind,
  client_id,
  ...(url && { url }),
});

export function imageForm({ sms, client_id }: PendingMessage, image: Blob): FormData {
  const form = new FormData();
  form.append('message', sms);
  form.append('client_id', client_id);
  form.append('image', image, 'photo');
  return form;
}

const MESSAGES = '/api/auth/message';

/** API of the signed-in customer's own conversation. */
export const customerChatApi: ChatApi = {
  history: historyAt(MESSAGES),
  send: async (pending) => sent(await post(MESSAGES, textBody(pending))),
  upload: async (pending, image) =>
    sent(await post(`${MESSAGES}/upload`, imageForm(pending, image))),
  read: async (seq) => (await post<Data<Conversation>>(`${MESSAGES}/read`, { seq })).data,
  typing: () => post(`${MESSAGES}/typing`, { typing: true }),
  like: likeAt(`${MESSAGES}/like`),
};

const sent = ({ data }: Data<ChatMessage>): SentMessage => ({ message: data });
