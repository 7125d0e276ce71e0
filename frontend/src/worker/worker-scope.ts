/** Types of the worker's global scope, which conflict with the types of a page. */
export type ExtendableEvent = Event & { waitUntil(work: Promise<unknown>): void };
export type FetchEvent = ExtendableEvent & {
  request: Request;
  preloadResponse?: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
};
export type PushEvent = ExtendableEvent & { data: { json(): unknown; text(): string } | null };
export type NotificationClickEvent = ExtendableEvent & {
  notification: { close(): void; data?: { url?: string } };
};
export type ExtendableMessageEvent = ExtendableEvent & { data: unknown };

export type WindowClient = {
  url: string;
  focus(): Promise<WindowClient>;
  navigate(address: string): Promise<unknown>;
  postMessage(message: unknown): void;
};

type Events = {
  install: ExtendableEvent;
  activate: ExtendableEvent;
  fetch: FetchEvent;
  message: ExtendableMessageEvent;
  push: PushEvent;
  notificationclick: NotificationClickEvent;
  pushsubscriptionchange: ExtendableEvent;
};

export type ServiceWorkerScope = {
  location: { origin: string };
  skipWaiting(): Promise<void>;
  registration: {
    showNotification(title: string, options: object): Promise<void>;
    getNotifications(filter: { tag: string }): Promise<unknown[]>;
    navigationPreload?: { enable(): Promise<void> };
  };
  clients: {
    claim(): Promise<void>;
    matchAll(options: object): Promise<WindowClient[]>;
    openWindow(address: string): Promise<unknown>;
  };
  addEventListener<Name extends keyof Events>(
    name: Name,
    listener: (event: Events[Name]) => void,
  ): void;
};
