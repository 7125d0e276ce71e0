/** What the worker uses of its global scope, whose types do not go together with those of a page. */
export type Lasting = Event & { waitUntil(work: Promise<unknown>): void };
export type FetchEvent = Lasting & {
  request: Request;
  preloadResponse?: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
};
export type PushEvent = Lasting & { data: { json(): unknown; text(): string } | null };
export type ClickEvent = Lasting & {
  notification: { close(): void; data?: { url?: string } };
};
export type MessageEventOfPage = Lasting & { data: unknown };

export type Tab = {
  url: string;
  focus(): Promise<Tab>;
  navigate(address: string): Promise<unknown>;
  postMessage(message: unknown): void;
};

type Events = {
  install: Lasting;
  activate: Lasting;
  fetch: FetchEvent;
  message: MessageEventOfPage;
  push: PushEvent;
  notificationclick: ClickEvent;
  pushsubscriptionchange: Lasting;
};

export type Scope = {
  location: { origin: string };
  skipWaiting(): Promise<void>;
  registration: {
    showNotification(title: string, options: object): Promise<void>;
    navigationPreload?: { enable(): Promise<void> };
  };
  clients: {
    claim(): Promise<void>;
    matchAll(options: object): Promise<Tab[]>;
    openWindow(address: string): Promise<unknown>;
  };
  addEventListener<Name extends keyof Events>(
    name: Name,
    listener: (event: Events[Name]) => void,
  ): void;
};
