import type { ChatMessage, Conversation } from '@/shared/live/live-events';

export type Side = 'user' | 'staff';

/** A page of messages, oldest first; `more` lie further in the direction that was asked for. */
export type MessagePage = {
  data: ChatMessage[];
  more: boolean;
  conversation: Conversation | null;
  staff_online?: boolean;
};

/** A message on its way: its `client_id` stays the same however often it is sent. */
export type PendingMessage = {
  client_id: string;
  kind: 'user' | 'img' | 'icon' | 'deeplink';
  sms: string;
  url: string;
  /** When it was written, in ms. */
  at: number;
  /** `refused` was answered with no, `held` waits for a word of the writer. */
  state: 'waiting' | 'refused' | 'held';
  /** Why it was refused, or has to wait (`message_rate`), as the shop names it. */
  why?: string;
  /** Of staff: the conversation's version they wrote upon. */
  version?: number;
  take_over?: boolean;
};

export type SentMessage = { message: ChatMessage; conversation?: Conversation };

/** The calls about one conversation, from one side. */
export type ChatApi = {
  history: (query: {
    before_seq?: number;
    after_seq?: number;
    limit?: number;
  }) => Promise<MessagePage>;
  send: (pending: PendingMessage) => Promise<SentMessage>;
  upload: (pending: PendingMessage, picture: Blob) => Promise<SentMessage>;
  read: (seq: number) => Promise<Conversation>;
  typing: () => Promise<unknown>;
  like: (id: number, liked: boolean) => Promise<ChatMessage>;
};
