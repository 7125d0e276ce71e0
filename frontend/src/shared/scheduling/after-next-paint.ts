/** No page in sight is later with a frame. */
const LATEST = 200;

/** Resolves once the browser has drawn what it has; at once in a tab that nobody sees, where it draws nothing. */
export function painted(): Promise<void> {
  if (document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, LATEST);
  });
}
