const MARGIN_PX = 16;

/** Scrolls the bar of views to the current tab, because the tabs scroll sideways if they do not fit. */
export function scrollTabIntoView(tab: HTMLElement | null): void {
  const bar = tab?.closest<HTMLElement>('.o-views');
  if (!tab || !bar) return;
  const start = tab.offsetLeft - bar.offsetLeft;
  const isHidden =
    start < bar.scrollLeft || start + tab.offsetWidth > bar.scrollLeft + bar.clientWidth;
  if (isHidden) bar.scrollTo({ left: start - MARGIN_PX });
}
