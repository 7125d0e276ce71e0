import type { Page } from '@playwright/test';

/** Addresses of the API calls of a page, without the weather, which is requested after the page is idle. */
export function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/') && pathname !== '/api/v1/weather')
      calls.push(pathname + search);
  });
  return calls;
}
