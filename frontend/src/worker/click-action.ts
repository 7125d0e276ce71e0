import type { WindowClient } from './worker-scope';

/**
 * Action of a click on a notification: focuses a tab that shows the page, focuses a tab and navigates it to the page, or
 * opens a new tab.
 */
export type ClickAction<Tab> =
  | { kind: 'focus'; tab: Tab }
  | { kind: 'navigate'; tab: Tab }
  | { kind: 'open' };

/**
 * Decides what a click on a notification about `address` does with the open tabs of this shop.
 *
 * A tab that shows the page is focused. Otherwise a page of the shop is opened in a tab of the shop, but not in one that
 * is in the checkout, where an order could be lost. A tab of the back office is never navigated, because a clerk may
 * have typed into a form there. A page of the back office that no tab shows is opened in a new tab.
 */
export function clickAction<Tab extends Pick<WindowClient, 'url'>>(
  address: URL,
  tabs: Tab[],
): ClickAction<Tab> {
  const page = pageOf(address);
  const there = tabs.find((tab) => pageOf(new URL(tab.url)) === page);
  if (there) return { kind: 'focus', tab: there };
  if (isOffice(page)) return { kind: 'open' };
  const free = tabs.find((tab) => isFree(pageOf(new URL(tab.url))));
  return free ? { kind: 'navigate', tab: free } : { kind: 'open' };
}

/** Path without language and with query: `/en/account` and `/account` are the same page. */
const pageOf = ({ pathname, search }: URL): string =>
  pathname.replace(/^\/[a-z]{2}(?=\/|$)/, '').replace(/\/$/, '') + search;

const isOffice = (page: string): boolean => /^\/staff(?=[/?]|$)/.test(page);
const isCheckout = (page: string): boolean => /^\/checkout(?=[/?]|$)/.test(page);
const isFree = (page: string): boolean => !isOffice(page) && !isCheckout(page);
