/**
 * The operator's translation widget, for texts that only the catalog has: names and descriptions of products. The edge
 * names its script and allows it only if one is configured; the interface has its own translations. It reads the chosen
 * language from the same cookie.
 */
const META = 'meta[name="heuan-translator"]';
const CALLBACK = 'heuanTranslator';

type Widget = new (options: object, id: string) => unknown;
type WithWidget = { google?: { translate?: { TranslateElement?: Widget } } };

/**
 * Loads the widget after the page is shown. `from` is the language of the catalog texts, `to` the language of the
 * reader.
 */
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
 * Makes removing and inserting nodes tolerant. A translator replaces text nodes without React's knowledge, so React
 * would throw at its next change of the page.
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
