import { afterEach } from 'vitest';

// Most tests need no document, and loading this for each of them takes longer than they do.
if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react');
  // What is awaited comes at once on a quiet machine; a busy one is no reason to fail.
  configure({ asyncUtilTimeout: 10_000 });
  afterEach(cleanup);
}
