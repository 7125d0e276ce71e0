import type { Page } from '@playwright/test';

/** The addresses of the calls a page makes. The weather is left out: it is asked for once a page has come to rest. */
export function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/') && pathname !== '/api/v1/weather')
      calls.push(pathname + search);
  });
  return calls;
}
