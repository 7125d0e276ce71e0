import { useSyncExternalStore } from 'react';

/** Minimised and maximised exclude each other; `open` is the window at its own size. */
export type ChatMode = 'closed' | 'open' | 'minimised' | 'maximised';

/** Something to begin with: a product to ask about, or a picture with words about it. */
export type ChatRequest = {
  product?: { pro_id: number; name: string };
  image?: Blob;
  text?: string;
};

/** Anything on the page may open the chat: `dispatchEvent(new CustomEvent('open-chat', { detail }))`. */
const OPEN_EVENT = 'open-chat';

type ChatState = { mode: ChatMode; unread: number; requests: readonly ChatRequest[] };

let state: ChatState = { mode: 'closed', unread: 0, requests: [] };
const listeners = new Set<() => void>();

function change(next: Partial<ChatState>): void {
  state = { ...state, ...next };
  for (const listener of [...listeners]) listener();
}

/** Opens the chat as it was last, and hands it what to begin with. */
export function openChat(request?: ChatRequest): void {
  const mode = state.mode === 'maximised' ? 'maximised' : 'open';
  change({ mode, requests: request ? [...state.requests, request] : state.requests });
}

export const setChatMode = (mode: ChatMode) => change({ mode });
export const setChatUnread = (unread: number) => unread !== state.unread && change({ unread });

/** Hands over what the chat was asked to begin with; each once. */
export function consumeChatRequests(): readonly ChatRequest[] {
  const { requests } = state;
  if (requests.length > 0) change({ requests: [] });
  return requests;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const current = () => state;
export const useChatWindow = (): ChatState => useSyncExternalStore(subscribe, current, current);

/** Hears the event that opens the chat. Returns the way to stop. */
export function listenForOpenChat(): () => void {
  const hear = (event: Event) => {
    const { detail } = event as CustomEvent<ChatRequest | null>;
    openChat(detail ?? undefined);
  };
  window.addEventListener(OPEN_EVENT, hear);
  return () => window.removeEventListener(OPEN_EVENT, hear);
}
