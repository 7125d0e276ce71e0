import { useSyncExternalStore } from 'react';

/** `open` is the window at its own size; `minimized` and `maximized` exclude each other. */
export type ChatMode = 'closed' | 'open' | 'minimized' | 'maximized';

/** Initial content of the chat: a product to ask about, or an image with a text. */
export type ChatRequest = {
  product?: { pro_id: number; name: string };
  image?: Blob;
  text?: string;
};

/** Any code on the page may open the chat: `dispatchEvent(new CustomEvent('open-chat', { detail }))`. */
const OPEN_EVENT = 'open-chat';

type ChatState = { mode: ChatMode; unread: number; requests: readonly ChatRequest[] };

let state: ChatState = { mode: 'closed', unread: 0, requests: [] };
const listeners = new Set<() => void>();

function change(next: Partial<ChatState>): void {
  state = { ...state, ...next };
  for (const listener of [...listeners]) listener();
}

/** Opens the chat in its last size and queues the request. */
export function openChat(request?: ChatRequest): void {
  const mode = state.mode === 'maximized' ? 'maximized' : 'open';
  change({ mode, requests: request ? [...state.requests, request] : state.requests });
}

export const setChatMode = (mode: ChatMode) => change({ mode });
export const setChatUnread = (unread: number) => unread !== state.unread && change({ unread });

/** Returns the queued requests and clears the queue. */
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

/** Listens for the event that opens the chat. Returns a function that unsubscribes. */
export function listenForOpenChat(): () => void {
  const onOpenRequest = (event: Event) => {
    const { detail } = event as CustomEvent<ChatRequest | null>;
    openChat(detail ?? undefined);
  };
  window.addEventListener(OPEN_EVENT, onOpenRequest);
  return () => window.removeEventListener(OPEN_EVENT, onOpenRequest);
}
