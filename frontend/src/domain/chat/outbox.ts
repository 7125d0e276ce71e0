import { ApiError } from '@/shared/api/client';
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
  /** A picture as the shop takes it. */
  fitImage: (picture: Blob) => Promise<Blob>;
  /** Whether sending makes sense now. */
  canSend: () => boolean;
  onChange: (state: OutboxState) => void;
  onSent: (sent: SentMessage, pending: PendingMessage) => void;
  /** `network`: kept, and sent again by itself. `refused`: the shop said no. `conflict`: somebody else was faster. */
  onFailed: (
    why: 'network' | 'refused' | 'conflict',
    pending: PendingMessage,
    error: unknown,
  ) => void;
};

/**
 * Sends what was written in its order, one at a time, and keeps it in the browser until the shop has it. A message that
 * may have arrived is sent again under the same `client_id`, which the shop takes for the same.
 */
export function createOutbox(options: OutboxOptions) {
  const { owner, api, fitImage, onChange } = options;
  let state: OutboxState = { pending: readOutbox(owner), sendingId: null };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  /** Milliseconds of the last `Retry-After`; 0 when there was none. */
  let retryAfterMs = 0;

  const change = (next: Partial<OutboxState>) => {
    state = { ...state, ...next };
    onChange(state);
  };
  const put = (pending: PendingMessage) => {
    storePending(owner, pending);
    const isKnown = state.pending.some(({ client_id }) => client_id === pending.client_id);
    const others = state.pending.map((one) =>
      one.client_id === pending.client_id ? pending : one,
    );
    change({ pending: isKnown ? others : [...others, pending] });
  };

  /** It has arrived, or is given up. */
  const drop = (client_id: string) => {
    const dropped = state.pending.find((one) => one.client_id === client_id);
    if (!dropped) return;
    deletePending(owner, client_id);
    if (dropped.kind === 'img') void deleteImage(client_id);
    change({ pending: state.pending.filter((one) => one !== dropped) });
  };

  const add = async (pending: PendingMessage, picture?: Blob) => {
    if (picture) await storeImage(pending.client_id, picture);
    put(pending);
    void flush();
  };

  /** Changes one that waits for a word, and sends it. */
  const retry = (client_id: string, change: Partial<PendingMessage> = {}) => {
    const pending = state.pending.find((one) => one.client_id === client_id);
    if (!pending) return;
    put({ ...pending, why: undefined, ...change, state: 'waiting' });
    void flush();
  };

  async function flush(): Promise<void> {
    if (state.sendingId) return;
    clearTimeout(timer);
    const next = state.pending.find((one) => one.state === 'waiting');
    if (!next || !options.canSend()) return;
    change({ sendingId: next.client_id });
    const isOn = await send(next);
    change({ sendingId: null });
    if (isOn) return await flush();
    failures += 1;
    timer = setTimeout(
      flush,
      retryAfterMs || Math.min(MAX_RETRY_MS, MIN_RETRY_MS * 2 ** (failures - 1)),
    );
    retryAfterMs = 0;
  }

  /** Whether the next may follow. */
  async function send(pending: PendingMessage): Promise<boolean> {
    try {
      const picture = pending.kind === 'img' ? await loadImage(pending.client_id) : null;
      if (pending.kind === 'img' && !picture) {
        put({ ...pending, state: 'refused', why: 'lost' });
        return true;
      }
      const sent = picture
        ? await api.upload(pending, await fitImage(picture))
        : await api.send(pending);
      failures = 0;
      options.onSent(sent, pending);
      drop(pending.client_id);
      return true;
    } catch (error) {
      return afterFailure(pending, error);
    }
  }

  function afterFailure(pending: PendingMessage, error: unknown): boolean {
    // Its answer was lost, but the message itself has come back as everybody sees it.
    if (!state.pending.some(({ client_id }) => client_id === pending.client_id)) return true;
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
    /** At once, although the last try has just failed. */
    flush: () => {
      failures = 0;
      return flush();
    },
    /** Takes up what another page of this browser, or the visitor, has left. */
    reload: () => {
      const known = new Set(state.pending.map(({ client_id }) => client_id));
      const left = readOutbox(owner).filter(({ client_id }) => !known.has(client_id));
      if (left.length > 0) change({ pending: [...state.pending, ...left] });
    },
    stop: () => clearTimeout(timer),
  };
}

/**
 * Worth another try by itself: no answer, a shop in trouble, too much at once, a session that has to be renewed. What a
 * day allows of pictures or text does not come back soon, and other messages must not wait for that.
 */
function isTransient({ status, reason }: ApiError): boolean {
  if (reason === 'picture_quota' || reason === 'message_quota') return false;
  return status === 0 || status >= 500 || status === 429 || (status === 401 && reason !== 'staff');
}
