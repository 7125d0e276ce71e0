import { randomKey } from '@/shared/api/random-key';
import type { ChatMessage, Conversation, LiveEvents } from '@/shared/live/live-events';
import { createCatchUp } from './catch-up';
import type { ChatApi, MessagePage, PendingMessage, SentMessage, Side } from './chat-types';
import { fitImage } from './fit-image';
import { lastContiguousSeq, mergeConversation, mergeMessages } from './merge-messages';
import { createOutbox, type OutboxState } from './outbox';

const PAGE_SIZE = 50;
const CATCH_UP_PAGE_SIZE = 200;

export type ConversationState = OutboxState & {
  status: 'loading' | 'ready' | 'failed';
  error: unknown;
  messages: readonly ChatMessage[];
  /** The server has older messages. */
  hasOlder: boolean;
  isLoadingOlder: boolean;
  conversation: Conversation | null;
};

/** Outcomes that are shown to the writer. */
export type ChatOutcome =
  | { type: 'network' | 'refused' | 'conflict'; pending: PendingMessage; error: unknown }
  | { type: 'sent'; pending: PendingMessage }
  | { type: 'like-failed'; error: unknown };

export type ConversationOptions = {
  side: Side;
  /** Owner of the drafts and unsent messages in this browser. */
  owner: string;
  /** Account of the writer, by which their own likes are recognized. */
  accountId: () => number;
  api: ChatApi;
  canSend: () => boolean;
  onOutcome: (outcome: ChatOutcome) => void;
};

export type DraftMessage = Pick<PendingMessage, 'kind' | 'sms'> & { url?: string; image?: Blob };
export type ConversationStore = ReturnType<typeof createConversationStore>;

/** Store of one conversation for one side: the server's messages, unsent messages, and how far both sides have read. */
export function createConversationStore({
  side,
  owner,
  accountId,
  api,
  canSend,
  onOutcome,
}: ConversationOptions) {
  const listeners = new Set<() => void>();
  /** Version of the conversation that the writer has seen (staff). */
  let visibleVersion: number | undefined;
  let readSeq = 0;
  /** Messages received while the history was loading. */
  const bufferedMessages: ChatMessage[] = [];
  /** Likes received while a sync is in flight. */
  let bufferedLikes: LiveEvents['like'][] | null = null;
  const outbox = createOutbox({
    owner,
    api,
    fitImage,
    canSend,
    onChange: (state) => change(state),
    onSent: (sent, pending) => {
      applySent(sent);
      onOutcome({ type: 'sent', pending });
    },
    onFailed: (type, pending, error) => onOutcome({ type, pending, error }),
  });
  let state: ConversationState = {
    ...outbox.state(),
    status: 'loading',
    error: null,
    messages: [],
    hasOlder: false,
    isLoadingOlder: false,
    conversation: null,
  };

  function change(next: Partial<ConversationState>): void {
    state = { ...state, ...next };
    for (const listener of [...listeners]) listener();
  }

  /** Merges messages from any source; unsent messages among them have arrived. */
  function add(received: readonly ChatMessage[]): void {
    change({ messages: mergeMessages(state.messages, received) });
    for (const { client_id } of received) if (client_id) outbox.drop(client_id);
  }

  function receiveConversation(conversation: Conversation | null | undefined): void {
    if (!conversation) return;
    visibleVersion ??= conversation.version;
    change({ conversation: mergeConversation(state.conversation, conversation) });
  }

  function applySent({ message, conversation }: SentMessage): void {
    add([message]);
    if (!conversation) return;
    receiveConversation(conversation);
    visibleVersion = conversation.version;
  }

  function applyPage({ data, conversation }: MessagePage): void {
    add(data.map(withLike));
    receiveConversation(conversation);
  }

  /**
   * Reloads the newest page. It replaces the known messages of that page or, with `all`, every message, except those
   * received since the request was sent.
   */
  async function loadNewest(all: boolean): Promise<void> {
    const before = new Set(state.messages);
    const history = await api.history({ limit: PAGE_SIZE });
    const first = history.data[0]?.seq ?? 0;
    const last = history.data.at(-1)?.seq ?? 0;
    // Older messages stay only if they are contiguous with the page.
    const older = state.messages.filter(({ seq }) => seq < first);
    const isWhole = !all && lastContiguousSeq(older) === first - 1;
    const since = state.messages.filter((message) => message.seq > last && !before.has(message));
    change({
      messages: isWhole ? [...older, ...since] : since,
      hasOlder: isWhole ? state.hasOlder : history.more,
    });
    applyPage(history);
  }

  const catchUp = createCatchUp(async (doubt) => {
    const liked: LiveEvents['like'][] = [];
    bufferedLikes = liked;
    try {
      if (doubt === 'more') await loadNewer();
      else await loadNewest(doubt === 'all');
    } catch (error) {
      if (state.status !== 'ready') change({ status: 'failed', error });
      throw error;
    } finally {
      bufferedLikes = null;
    }
    change({ status: 'ready', error: null });
    for (const message of bufferedMessages.splice(0)) receiveMessage(message);
    // Likes that are newer than the response are applied once more.
    const last = new Map(liked.map(({ msdtid, likes }) => [msdtid, likes]));
    const isOld = (id: number) => known(id)?.likes !== last.get(id);
    for (const like of liked.filter(({ msdtid }) => isOld(msdtid))) receiveLike(like);
  });

  async function loadNewer(): Promise<void> {
    for (;;) {
      const last = lastContiguousSeq(state.messages);
      if (last === null) return await loadNewest(true);
      const history = await api.history({ after_seq: last, limit: CATCH_UP_PAGE_SIZE });
      applyPage(history);
      if (!history.more || history.data.length === 0) return;
    }
  }

  async function loadOlder(): Promise<void> {
    const first = state.messages[0]?.seq;
    if (!state.hasOlder || state.isLoadingOlder || first === undefined) return;
    change({ isLoadingOlder: true });
    try {
      const history = await api.history({ before_seq: first, limit: PAGE_SIZE });
      // Everything was reloaded meanwhile: this page would leave a gap.
      if (state.messages[0]?.seq !== first) return;
      add(history.data);
      change({ hasOlder: history.more });
    } catch {
      // Scrolling up again retries.
    } finally {
      change({ isLoadingOlder: false });
    }
  }

  /** Likes in flight, with the state of the message that the stream reported meanwhile. */
  const pendingLikes = new Map<number, { isConfirmed: boolean; likes: number }>();

  /** Keeps the shown like of a message while a like is in flight, because the response may not include it yet. */
  function withLike(message: ChatMessage): ChatMessage {
    const shown = pendingLikes.has(message.msdtid) ? known(message.msdtid) : undefined;
    return shown ? { ...message, isLiked: shown.isLiked, likes: shown.likes } : message;
  }

  async function like(message: ChatMessage): Promise<void> {
    const { msdtid } = message;
    const isLiked = !message.isLiked;
    const likes = Math.max(0, message.likes + (isLiked ? 1 : -1));
    add([{ ...message, isLiked, likes }]);
    const pendingLike = { isConfirmed: false, likes: message.likes };
    pendingLikes.set(msdtid, pendingLike);
    try {
      const liked = await api.like(msdtid, isLiked);
      add([liked]);
      bufferedLikes?.push({ ...liked, by: side, account_id: accountId() });
    } catch (error) {
      // The response was lost, but the live event shows that the like succeeded.
      if (pendingLike.isConfirmed) return;
      add([{ ...(known(msdtid) ?? message), isLiked: message.isLiked, likes: pendingLike.likes }]);
      onOutcome({ type: 'like-failed', error });
      // The like may have succeeded nevertheless.
      void catchUp('changed').catch(() => {});
    } finally {
      pendingLikes.delete(msdtid);
    }
  }

  /** Marks the newest message of the other side as read. */
  function markRead(): void {
    const last = state.messages.findLast(({ cus_usertype }) => cus_usertype !== side);
    const mine = side === 'user' ? 'customer_read_seq' : 'staff_read_seq';
    const findMessage = Math.max(readSeq, state.conversation?.[mine] ?? 0);
    if (!last || last.seq <= findMessage) return;
    readSeq = last.seq;
    api.read(last.seq).then(receiveConversation, () => {
      readSeq = 0;
    });
  }

  const known = (id: number) => state.messages.find(({ msdtid }) => msdtid === id);

  /**
   * Receives a live message; a gap before it starts a sync. Live messages are the same for all recipients, so they do
   * not say who likes them.
   */
  function receiveMessage(message: ChatMessage): void {
    if (state.status !== 'ready') return void bufferedMessages.push(message);
    add([{ ...message, isLiked: known(message.msdtid)?.isLiked ?? message.isLiked }]);
    const last = lastContiguousSeq(state.messages);
    if (last !== null && last < message.seq) void catchUp().catch(() => {});
  }

  function receiveLike(like: LiveEvents['like']): void {
    const { msdtid, likes, by, account_id } = like;
    bufferedLikes?.push(like);
    const message = known(msdtid);
    if (!message) return;
    const author = account_id ?? null;
    const mayBeOwn = by === side && (author === null || author === accountId());
    const pendingLike = pendingLikes.get(msdtid);
    if (pendingLike)
      Object.assign(pendingLike, { likes, isConfirmed: mayBeOwn && message.likes === likes });
    if (message.likes === likes) return;
    // There is one customer but several staff members, so only the account id identifies the author of a staff like.
    const isOwn = mayBeOwn && (side === 'user' || author !== null);
    add([{ ...message, likes, isLiked: isOwn ? likes > message.likes : message.isLiked }]);
  }

  return {
    side,
    owner,
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    catchUp,
    loadOlder,
    like,
    markRead,
    receiveMessage,
    receiveLike,
    receiveConversation,
    typing: () => void api.typing().catch(() => {}),
    /** The writer has seen the conversation as it is shown now. */
    seen: () => {
      visibleVersion = state.conversation?.version;
    },
    write: ({ image, url = '', ...writing }: DraftMessage) => {
      const client_id = randomKey();
      const version = side === 'staff' ? { version: visibleVersion ?? 0 } : {};
      const pending = { ...writing, url, client_id, at: Date.now(), state: 'waiting', ...version };
      return outbox.add(pending as PendingMessage, image);
    },
    sendAgain: outbox.retry,
    giveUp: outbox.drop,
    flush: outbox.flush,
    reloadOutbox: outbox.reload,
    stop: outbox.stop,
  };
}
