/** Timeout: a visible page paints a frame within this time. */
const TIMEOUT_MS = 200;

/** Resolves after the next paint; at once in a hidden tab, which does not paint. */
export function afterNextPaint(): Promise<void> {
  if (document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, TIMEOUT_MS);
  });
}
