/** Cache Storage in memory, as far as the worker uses it. `broken` is one that is full or forbidden. */
export function fakeCaches() {
  const all = new Map<string, Map<string, Response>>();
  const state = { broken: false };
  const check = () => {
    if (state.broken) throw new DOMException('no room', 'QuotaExceededError');
  };
  const hrefOf = (asked: RequestInfo) =>
    new URL(asked instanceof Request ? asked.url : asked, 'https://shop.example').href;
  const open = async (name: string) => {
    check();
    const kept = all.get(name) ?? new Map<string, Response>();
    all.set(name, kept);
    return {
      match: async (asked: RequestInfo) => kept.get(hrefOf(asked))?.clone(),
      put: async (asked: RequestInfo, answer: Response) => {
        check();
        kept.set(hrefOf(asked), answer);
      },
      delete: async (asked: RequestInfo) => kept.delete(hrefOf(asked)),
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
