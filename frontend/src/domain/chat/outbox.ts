import { ApiError } from '@/shared/api/client';
import { withTabLock } from '@/shared/storage/tab-lock';
import type { ChatApi, PendingMessage, SentMessage } from './chat-types';
import { deleteImage, loadImage, storeImage } from './image-store';
import { deletePending, readOutbox, storePending } from './outbox-storage';

const MIN_RETRY_MS = 2_000;
const MAX_RETRY_MS = 30_000;
const DEFAULT_RETRY_AFTER_S = 60;

export type OutboxState = { pending: readonly PendingMessage[]; sendingId: string | null };

type OutboxOptions = {
  owner: string;
  api: ChatApi;
  /** Scales an image to the size that the server accepts. */
  fitImage: (image: Blob) => Promise<Blob>;
  /** Whether the server can be reached, and the session belongs to the owner. */
  canSend: () => boolean;
  onChange: (state: OutboxState) => void;
  onSent: (sent: SentMessage, pending: PendingMessage) => void;
  /**
   * `network`: stored and retried automatically. `refused`: rejected by the server. `conflict`: someone else wrote
   * first.
   */
  onFailed: (
    why: 'network' | 'refused' | 'conflict',
    pending: PendingMessage,
    error: unknown,
  ) => void;
};

/**
 * Outbox of a conversation: sends messages in order, one at a time, and stores them until the server has them. A
 * message that may have arrived is sent again with the same `client_id`, by which the server recognizes duplicates.
 * Only one tab sends at a time, and it skips messages that another tab has sent or discarded.
 */
export function createOutbox(options: OutboxOptions) {
  const { owner, api, fitImage, onChange } = options;
  let state: OutboxState = { pending: readOutbox(owner), sendingId: null };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  /** Milliseconds of the last `Retry-After`; 0 when there was none. */
  let retryAfterMs = 0;
  let isStopped = false;
  /** Ids of the messages that storage has as this tab does. What differs there later was changed by another tab. */
  const stored = new Set(state.pending.map(({ client_id }) => client_id));

  const change = (next: Partial<OutboxState>) => {
    state = { ...state, ...next };
    onChange(state);
  };
  const show = (pending: PendingMessage) => {
    const isKnown = state.pending.some(({ client_id }) => client_id === pending.client_id);
    const others = state.pending.map((one) =>
      one.client_id === pending.client_id ? pending : one,
    );
    change({ pending: isKnown ? others : [...others, pending] });
  };
  const inStorage = (id: string) => readOutbox(owner).find(({ client_id }) => client_id === id);
  const put = (pending: PendingMessage) => {
    const { client_id } = pending;
    storePending(owner, pending);
    if (inStorage(client_id)?.state === pending.state) stored.add(client_id);
    else stored.delete(client_id);
    show(pending);
  };

  /** Removes a message that has arrived or was discarded. */
  const drop = (client_id: string) => {
    const dropped = state.pending.find((one) => one.client_id === client_id);
    if (!dropped) return;
    deletePending(owner, client_id);
    if (dropped.kind === 'img') void deleteImage(client_id);
    change({ pending: state.pending.filter((one) => one !== dropped) });
  };

  const add = async (pending: PendingMessage, image?: Blob) => {
    if (image) await storeImage(pending.client_id, image);
    put(pending);
    void flush();
  };

  /** Changes a refused or held message and sends it again. */
  const retry = (client_id: string, change: Partial<PendingMessage> = {}) => {
    const pending = state.pending.find((one) => one.client_id === client_id);
    if (!pending) return;
    put({ ...pending, why: undefined, ...change, state: 'waiting' });
    void flush();
  };

  async function flush(): Promise<void> {
    if (isStopped || state.sendingId) return;
    clearTimeout(timer);
    const next = state.pending.find((one) => one.state === 'waiting');
    if (!next || !options.canSend()) return;
    change({ sendingId: next.client_id });
    const isOn = await withTabLock(`heuan-chat ${owner}`, () => sendOnce(next));
    change({ sendingId: null });
    if (isStopped) return;
    if (isOn) return await flush();
    failures += 1;
    timer = setTimeout(
      flush,
      retryAfterMs || Math.min(MAX_RETRY_MS, MIN_RETRY_MS * 2 ** (failures - 1)),
    );
    retryAfterMs = 0;
  }

  /** Sends a message unless another tab has done so meanwhile. Returns whether the next one may be sent. */
  async function sendOnce(pending: PendingMessage): Promise<boolean> {
    const { client_id } = pending;
    if (!stored.has(client_id)) return await send(pending);
    const current = inStorage(client_id);
    if (current?.state === 'waiting') return await send(pending);
    if (current) show(current);
    else drop(client_id);
    return true;
  }

  /** Returns whether the next message may be sent. */
  async function send(pending: PendingMessage): Promise<boolean> {
    try {
      const image = pending.kind === 'img' ? await loadImage(pending.client_id) : null;
      if (pending.kind === 'img' && !image) {
        put({ ...pending, state: 'refused', why: 'lost' });
        return true;
      }
      const fitted = image && (await fitImage(image));
      // The session may have changed while the image was prepared.
      if (isStopped || !options.canSend()) return false;
      const sent = fitted ? await api.upload(pending, fitted) : await api.send(pending);
      failures = 0;
      options.onSent(sent, pending);
      drop(pending.client_id);
      return true;
    } catch (error) {
      return afterFailure(pending, error);
    }
  }

  function afterFailure(pending: PendingMessage, error: unknown): boolean {
    // The response was lost, but the message itself has come back as a live event.
    if (!state.pending.some(({ client_id }) => client_id === pending.client_id)) return true;
    // The failure may belong to another session, so the message stays for its owner.
    if (isStopped) return false;
    if (error instanceof ApiError && error.reason === 'message_rate') {
      retryAfterMs = (error.details.retryAfterS ?? DEFAULT_RETRY_AFTER_S) * 1000;
      put({ ...pending, why: error.reason });
      return false;
    }
    if (!(error instanceof ApiError) || isTransient(error)) {
      if (failures === 0) options.onFailed('network', pending, error);
      if (pending.why) put({ ...pending, why: undefined });
      return false;
    }
    failures = 0;
    const isConflict = error.reason === 'conversation_changed' || error.reason === 'claimed';
    const why = error.reason ?? error.details.errors?.[0]?.field;
    put({ ...pending, state: isConflict ? 'held' : 'refused', why });
    options.onFailed(isConflict ? 'conflict' : 'refused', pending, error);
    return true;
  }

  return {
    state: () => state,
    add,
    retry,
    drop,
    /** Retries immediately, ignoring the backoff. */
    flush: () => {
      failures = 0;
      return flush();
    },
    /** Picks up messages stored by another page of this browser or by the visitor. */
    reload: () => {
      const known = new Set(state.pending.map(({ client_id }) => client_id));
      const left = readOutbox(owner).filter(({ client_id }) => !known.has(client_id));
      for (const { client_id } of left) stored.add(client_id);
      if (left.length > 0) change({ pending: [...state.pending, ...left] });
    },
    /** Ends the outbox: nothing more is sent, also not after the request in flight. The messages stay in storage. */
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/**
 * Whether a retry may succeed: no response, a server error, too many requests, or a session that has to be renewed. The
 * daily quotas of images and text do not recover soon, and the messages after them must not wait for that.
 */
function isTransient({ status, reason }: ApiError): boolean {
  if (reason === 'image_quota' || reason === 'message_quota') return false;
  return status === 0 || status >= 500 || status === 429 || (status === 401 && reason !== 'staff');
}
