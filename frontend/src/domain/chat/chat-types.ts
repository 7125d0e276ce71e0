import type { ChatMessage, Conversation } from '@/shared/live/live-events';

export type Side = 'user' | 'staff';

/** A page of messages, oldest first; `more` says whether further ones exist in the requested direction. */
export type MessagePage = {
  data: ChatMessage[];
  more: boolean;
  conversation: Conversation | null;
  staff_online?: boolean;
};

/** A message that has not been sent; its `client_id` is the same for every attempt. */
export type PendingMessage = {
  client_id: string;
  kind: 'user' | 'img' | 'icon' | 'deeplink';
  sms: string;
  url: string;
  /** Time at which it was written, in milliseconds. */
  at: number;
  /** `refused`: rejected by the server. `held`: needs confirmation by the writer. */
  state: 'waiting' | 'refused' | 'held';
  /** Reason of the refusal or of the wait (`message_rate`), as the API names it. */
  why?: string;
  /** Version of the conversation that the writer had seen; only for staff. */
  version?: number;
  take_over?: boolean;
};

export type SentMessage = { message: ChatMessage; conversation?: Conversation };

/** API of one conversation, for one side. */
export type ChatApi = {
  history: (query: {
    before_seq?: number;
    after_seq?: number;
    limit?: number;
  }) => Promise<MessagePage>;
  send: (pending: PendingMessage) => Promise<SentMessage>;
  upload: (pending: PendingMessage, image: Blob) => Promise<SentMessage>;
  read: (seq: number) => Promise<Conversation>;
  typing: () => Promise<unknown>;
  like: (id: number, liked: boolean) => Promise<ChatMessage>;
};
