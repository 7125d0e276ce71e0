import { afterEach } from 'vitest';

// Most tests need no document, and loading this for each of them takes longer than they do.
if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react');
  // What is awaited comes at once on a quiet machine; a busy one is no reason to fail.
  configure({ asyncUtilTimeout: 10_000 });
  afterEach(cleanup);
  // The document of tests has no layout: it says so at every call.
  window.scrollTo = () => {};
  const { error } = console;
  console.error = (...messages: unknown[]) => {
    const text = String(messages[0]);
    // An element that HTML does not allow where it stands: a browser moves it, and the page is drawn again.
    if (text.includes('hydration error') || text.includes('cannot be a descendant')) {
      throw new Error(messages.map(String).join(' '));
    }
    // Browsers know it; the document of tests does not yet.
    if (text.startsWith('The tag <%s> is unrecognized') && messages[1] === 'search') return;
    error(...messages);
  };
}
