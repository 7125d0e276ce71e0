/** Messages between the tabs of one browser. */
export type TabMessage = { about: 'session' | 'cart' | 'wishlist' | 'notifications' };

const NAME = 'heuan';

let channel: BroadcastChannel | null = null;

function open(): BroadcastChannel | null {
  if (!channel && 'BroadcastChannel' in globalThis) channel = new BroadcastChannel(NAME);
  return channel;
}

export function broadcastToTabs(about: TabMessage['about']): void {
  open()?.postMessage({ about } satisfies TabMessage);
}

/** Subscribes to messages of other tabs. Returns a function that unsubscribes. */
export function onTabMessage(listener: (message: TabMessage) => void): () => void {
  const tabs = open();
  const receive = ({ data }: MessageEvent<TabMessage>) => listener(data);
  tabs?.addEventListener('message', receive);
  return () => tabs?.removeEventListener('message', receive);
}
