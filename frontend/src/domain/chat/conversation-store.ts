import { randomKey } from '@/shared/api/random-key';
import type { ChatMessage, Conversation, LiveEvents } from '@/shared/live/live-events';
import { createCatchUp } from './catch-up';
import type { History, Pending, Sent, Side, TalkCalls } from './chat-types';
import { fittedPhoto } from './fit-image';
import { lastWithoutHole, merged, newerConversation } from './merge-messages';
import { createSender, type SenderState } from './outbox';

const PAGE = 50;
const CATCH_UP = 200;

export type TalkState = SenderState & {
  status: 'loading' | 'ready' | 'failed';
  error: unknown;
  messages: readonly ChatMessage[];
  /** Older ones are with the shop. */
  hasOlder: boolean;
  isLoadingOlder: boolean;
  conversation: Conversation | null;
};

/** What the writer should hear of. */
export type TalkNews =
  | { is: 'network' | 'refused' | 'conflict'; pending: Pending; error: unknown }
  | { is: 'sent'; pending: Pending }
  | { is: 'like-failed'; error: unknown };

export type TalkOptions = {
  side: Side;
  /** Whose drafts and unsent messages these are, in this browser. */
  owner: string;
  /** The account of who writes: their own likes are known by it. */
  accountId: () => number;
  calls: TalkCalls;
  canSend: () => boolean;
  onNews: (news: TalkNews) => void;
};

export type Writing = Pick<Pending, 'kind' | 'sms'> & { url?: string; picture?: Blob };
export type Talk = ReturnType<typeof createTalk>;

/** One conversation as one side sees it: what the shop has, what is still on its way, and how far both have read. */
export function createTalk({ side, owner, accountId, calls, canSend, onNews }: TalkOptions) {
  const listeners = new Set<() => void>();
  /** The version the writer has in view (staff). */
  let seenVersion: number | undefined;
  let readSeq = 0;
  /** What came while the history was on its way. */
  const early: ChatMessage[] = [];
  /** Likes told while an answer is on its way. */
  let likedMeanwhile: LiveEvents['like'][] | null = null;
  const sender = createSender({
    owner,
    calls,
    fitted: fittedPhoto,
    canSend,
    onChange: (state) => change(state),
    onSent: (sent, pending) => {
      take(sent);
      onNews({ is: 'sent', pending });
    },
    onFailed: (is, pending, error) => onNews({ is, pending, error }),
  });
  let state: TalkState = {
    ...sender.state(),
    status: 'loading',
    error: null,
    messages: [],
    hasOlder: false,
    isLoadingOlder: false,
    conversation: null,
  };

  function change(next: Partial<TalkState>): void {
    state = { ...state, ...next };
    for (const listener of [...listeners]) listener();
  }

  /** Messages from wherever: whatever was on its way and is among them has arrived. */
  function add(come: readonly ChatMessage[]): void {
    change({ messages: merged(state.messages, come) });
    for (const { client_id } of come) if (client_id) sender.drop(client_id);
  }

  function know(conversation: Conversation | null | undefined): void {
    if (!conversation) return;
    seenVersion ??= conversation.version;
    change({ conversation: newerConversation(state.conversation, conversation) });
  }

  function take({ message, conversation }: Sent): void {
    add([message]);
    if (!conversation) return;
    know(conversation);
    seenVersion = conversation.version;
  }

  function takeHistory({ data, conversation }: History): void {
    add(data.map(withLike));
    know(conversation);
  }

  /**
   * The newest page: in place of what was known of these messages, or (`all`) of everything; but for what has come since
   * it was asked for.
   */
  async function loadNewest(all: boolean): Promise<void> {
    const before = new Set(state.messages);
    const history = await calls.history({ limit: PAGE });
    const first = history.data[0]?.seq ?? 0;
    const last = history.data.at(-1)?.seq ?? 0;
    // What is known goes on where the page begins: nothing lies between the two.
    const older = state.messages.filter(({ seq }) => seq < first);
    const isWhole = !all && lastWithoutHole(older) === first - 1;
    const since = state.messages.filter((message) => message.seq > last && !before.has(message));
    change({
      messages: isWhole ? [...older, ...since] : since,
      hasOlder: isWhole ? state.hasOlder : history.more,
    });
    takeHistory(history);
  }

  const catchUp = createCatchUp(async (doubt) => {
    const liked: LiveEvents['like'][] = [];
    likedMeanwhile = liked;
    try {
      if (doubt === 'more') await follow();
      else await loadNewest(doubt === 'all');
    } catch (error) {
      if (state.status !== 'ready') change({ status: 'failed', error });
      throw error;
    } finally {
      likedMeanwhile = null;
    }
    change({ status: 'ready', error: null });
    for (const message of early.splice(0)) hear(message);
    // Where the answer is older than they are, they are heard once more.
    const last = new Map(liked.map(({ msdtid, likes }) => [msdtid, likes]));
    const isOld = (id: number) => known(id)?.likes !== last.get(id);
    for (const like of liked.filter(({ msdtid }) => isOld(msdtid))) hearLike(like);
  });

  async function follow(): Promise<void> {
    for (;;) {
      const last = lastWithoutHole(state.messages);
      if (last === null) return await loadNewest(true);
      const history = await calls.history({ after_seq: last, limit: CATCH_UP });
      takeHistory(history);
      if (!history.more || history.data.length === 0) return;
    }
  }

  async function loadOlder(): Promise<void> {
    const first = state.messages[0]?.seq;
    if (!state.hasOlder || state.isLoadingOlder || first === undefined) return;
    change({ isLoadingOlder: true });
    try {
      const history = await calls.history({ before_seq: first, limit: PAGE });
      // Everything was asked for anew meanwhile: these would leave a hole.
      if (state.messages[0]?.seq !== first) return;
      add(history.data);
      change({ hasOlder: history.more });
    } catch {
      // Scrolling up once more asks again.
    } finally {
      change({ isLoadingOlder: false });
    }
  }

  /** Likes whose answer is on its way; what the stream tells of the message meanwhile. */
  const liking = new Map<number, { isTold: boolean; likes: number }>();

  /** A message as the shop had it, but for a like that it may not have heard of. */
  function withLike(message: ChatMessage): ChatMessage {
    const shown = liking.has(message.msdtid) ? known(message.msdtid) : undefined;
    return shown ? { ...message, isLiked: shown.isLiked, likes: shown.likes } : message;
  }

  async function like(message: ChatMessage): Promise<void> {
    const { msdtid } = message;
    const isLiked = !message.isLiked;
    const likes = Math.max(0, message.likes + (isLiked ? 1 : -1));
    add([{ ...message, isLiked, likes }]);
    const told = { isTold: false, likes: message.likes };
    liking.set(msdtid, told);
    try {
      const liked = await calls.like(msdtid, isLiked);
      add([liked]);
      likedMeanwhile?.push({ ...liked, by: side, account_id: accountId() });
    } catch (error) {
      // Its answer was lost, but everybody has heard of it.
      if (told.isTold) return;
      add([{ ...(known(msdtid) ?? message), isLiked: message.isLiked, likes: told.likes }]);
      onNews({ is: 'like-failed', error });
      // It may have arrived all the same.
      void catchUp('changed').catch(() => {});
    } finally {
      liking.delete(msdtid);
    }
  }

  /** The newest message of the other side has been seen. */
  function markRead(): void {
    const last = state.messages.findLast(({ cus_usertype }) => cus_usertype !== side);
    const mine = side === 'user' ? 'customer_read_seq' : 'staff_read_seq';
    const known = Math.max(readSeq, state.conversation?.[mine] ?? 0);
    if (!last || last.seq <= known) return;
    readSeq = last.seq;
    calls.read(last.seq).then(know, () => {
      readSeq = 0;
    });
  }

  const known = (id: number) => state.messages.find(({ msdtid }) => msdtid === id);

  /** A live message; one that leaves a hole before it makes us ask. It is told to everybody alike: not who likes it. */
  function hear(message: ChatMessage): void {
    if (state.status !== 'ready') return void early.push(message);
    add([{ ...message, isLiked: known(message.msdtid)?.isLiked ?? message.isLiked }]);
    const last = lastWithoutHole(state.messages);
    if (last !== null && last < message.seq) void catchUp().catch(() => {});
  }

  function hearLike(like: LiveEvents['like']): void {
    const { msdtid, likes, by, account_id } = like;
    likedMeanwhile?.push(like);
    const message = known(msdtid);
    if (!message) return;
    const author = account_id ?? null;
    const mayBeOwn = by === side && (author === null || author === accountId());
    const told = liking.get(msdtid);
    if (told) Object.assign(told, { likes, isTold: mayBeOwn && message.likes === likes });
    if (message.likes === likes) return;
    // The customer is one, of the staff there are many: only the account tells whose like it is.
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
    hear,
    hearLike,
    know,
    typing: () => void calls.typing().catch(() => {}),
    /** The writer looks at the conversation as it is shown now. */
    seen: () => {
      seenVersion = state.conversation?.version;
    },
    write: ({ picture, url = '', ...writing }: Writing) => {
      const client_id = randomKey();
      const version = side === 'staff' ? { version: seenVersion ?? 0 } : {};
      const pending = { ...writing, url, client_id, at: Date.now(), state: 'waiting', ...version };
      return sender.add(pending as Pending, picture);
    },
    sendAgain: sender.again,
    giveUp: sender.drop,
    flush: sender.flush,
    takeUp: sender.reload,
    stop: sender.stop,
  };
}
