/**
 * The operator's translation widget, for texts that only the catalog has: product names and texts. The edge names its
 * script, and allows it, only where one is configured; the shop's own texts need none. It reads the choice from the
 * same cookie as the shop.
 */
const META = 'meta[name="heuan-translator"]';
const CALLBACK = 'heuanTranslator';

type Widget = new (options: object, id: string) => unknown;
type WithWidget = { google?: { translate?: { TranslateElement?: Widget } } };

/** Loads the widget once the page has shown itself. `from` is the language of the catalog's texts, `to` the reader's. */
export function startWidget(from: string, to: string): void {
  const address = document.querySelector<HTMLMetaElement>(META)?.content;
  if (!address) return;
  letOthersMoveNodes();
  const host = document.createElement('div');
  host.id = CALLBACK;
  host.hidden = true;
  document.body.append(host);
  Object.assign(window, {
    [CALLBACK]: () => {
      const { TranslateElement } = (window as WithWidget).google?.translate ?? {};
      const options = { pageLanguage: from, includedLanguages: to, autoDisplay: false };
      if (TranslateElement) new TranslateElement(options, CALLBACK);
    },
  });
  const url = new URL(address);
  url.searchParams.set('cb', CALLBACK);
  document.head.append(
    Object.assign(document.createElement('script'), { src: url.href, async: true }),
  );
}

/**
 * A translator replaces text nodes behind React's back. What React then takes out or puts before is no longer where it
 * was; without this the page would break on its next change.
 */
function letOthersMoveNodes(): void {
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    return child.parentNode === this ? (removeChild.call(this, child) as T) : child;
  };
  Node.prototype.insertBefore = function <T extends Node>(
    this: Node,
    node: T,
    before: Node | null,
  ): T {
    const place = before?.parentNode === this ? before : null;
    return insertBefore.call(this, node, place) as T;
  };
}
