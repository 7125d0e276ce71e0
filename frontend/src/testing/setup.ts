import { afterEach } from 'vitest';

// Loaded only for tests with a document, because loading it takes longer than most tests.
if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react');
  // A long timeout, because a busy machine must not fail a test.
  configure({ asyncUtilTimeout: 10_000 });
  afterEach(cleanup);
  // The test document has no layout and would log an error at every call.
  window.scrollTo = () => {};
  const { error } = console;
  console.error = (...messages: unknown[]) => {
    const text = String(messages[0]);
    // HTML does not allow this element here: a browser would move it, and hydration would fail.
    if (text.includes('hydration error') || text.includes('cannot be a descendant')) {
      throw new Error(messages.map(String).join(' '));
    }
    // Browsers know this element; the test document does not yet.
    if (text.startsWith('The tag <%s> is unrecognized') && messages[1] === 'search') return;
    error(...messages);
  };
}
