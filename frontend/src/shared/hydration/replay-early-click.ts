/** What `index.html` keeps: the button pressed last while the page was only to be looked at. */
type WithEarlyClick = { early?: HTMLElement[] | undefined };

/** The page works now: does what was pressed too early, if it is still there. */
export function replayEarlyClick(): void {
  const kept = window as WithEarlyClick;
  const [button] = kept.early ?? [];
  kept.early = undefined;
  if (button?.isConnected) button.click();
}
