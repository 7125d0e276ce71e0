/**
 * In-memory Cache Storage with the methods that the service worker uses. `broken` simulates full or forbidden
 * storage.
 */
export function fakeCaches() {
  const all = new Map<string, Map<string, Response>>();
  const state = { broken: false };
  const check = () => {
    if (state.broken) throw new DOMException('no room', 'QuotaExceededError');
  };
  const hrefOf = (requests: RequestInfo) =>
    new URL(requests instanceof Request ? requests.url : requests, 'https://shop.example').href;
  const open = async (name: string) => {
    check();
    const kept = all.get(name) ?? new Map<string, Response>();
    all.set(name, kept);
    return {
      match: async (requests: RequestInfo) => kept.get(hrefOf(requests))?.clone(),
      put: async (requests: RequestInfo, answer: Response) => {
        check();
        kept.set(hrefOf(requests), answer);
      },
      delete: async (requests: RequestInfo) => kept.delete(hrefOf(requests)),
      keys: async () => [...kept.keys()].map((url) => new Request(url)),
    };
  };
  const addresses = (name: string) =>
    [...(all.get(name)?.keys() ?? [])].map((href) => href.replace('https://shop.example', ''));
  const caches = {
    open,
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
  };
  return { caches, state, addresses };
}
