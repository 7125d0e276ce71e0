/** State that `index.html` records: the last button that was clicked before hydration. */
type WithEarlyClick = { early?: HTMLElement[] | undefined };

/** Called after hydration: clicks the recorded button, if it still exists. */
export function replayEarlyClick(): void {
  const kept = window as WithEarlyClick;
  const [button] = kept.early ?? [];
  kept.early = undefined;
  if (button?.isConnected) button.click();
}
