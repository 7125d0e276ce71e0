/** No page in sight is later with a frame. */
const TIMEOUT_MS = 200;

/** Resolves once the browser has drawn what it has; at once in a tab that nobody sees, where it draws nothing. */
export function afterNextPaint(): Promise<void> {
  if (document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, TIMEOUT_MS);
  });
}
