const STYLE_ELEMENTS = /<style[^>]*>([\s\S]*?)<\/style>/gi;
const STYLE_ATTRIBUTES = /(<[^>]*?\s)style=/gi;

type MailFrameProps = { title: string; html: string; language: string };

/**
 * Iframe with the HTML of an e-mail, without scripts, forms and working links. This page's policy forbids inline
 * styles, which e-mails need, so a script sets them.
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
  // Inert, because its links have sample values.
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
