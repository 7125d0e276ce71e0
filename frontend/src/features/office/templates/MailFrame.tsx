const STYLE_ELEMENTS = /<style[^>]*>([\s\S]*?)<\/style>/gi;
const STYLE_ATTRIBUTES = /(<[^>]*?\s)style=/gi;

type MailFrameProps = { title: string; html: string; language: string };

/**
 * The HTML of an e-mail in a frame without scripts, forms and links. The policy of this page forbids inline
 * styles, which e-mails need, so they are set from here.
 */
export function MailFrame({ title, html, language }: MailFrameProps) {
  return (
    <iframe
      title={title}
      lang={language}
      sandbox="allow-same-origin"
      srcDoc={html.replace(STYLE_ELEMENTS, '').replace(STYLE_ATTRIBUTES, '$1data-style=')}
      onLoad={({ currentTarget }) => dress(currentTarget, html)}
      className="o-mail-frame"
    />
  );
}

function dress(frame: HTMLIFrameElement, html: string): void {
  const inner = frame.contentDocument;
  if (!inner) return;
  // Its links have sample values.
  inner.body.inert = true;
  for (const element of inner.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset.style ?? '';
  }
  const view = inner.defaultView as (Window & typeof globalThis) | null;
  const texts = [...html.matchAll(STYLE_ELEMENTS)].map(([, text]) => text ?? '');
  if (view && texts.length > 0) {
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(texts.join('\n'));
    inner.adoptedStyleSheets = [sheet];
  }
  frame.style.height = `${inner.documentElement.scrollHeight}px`;
}
