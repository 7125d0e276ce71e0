import { addHeaders } from './auth';

/** Inputs that count as use of the page. Moving the pointer does not, because a desk that shakes moves a mouse. */
const INPUTS = ['keydown', 'pointerdown', 'touchstart', 'wheel'] as const;
/**
 * Time after a user's action during which requests count as the user's. It is longer than the poll intervals of the
 * back office, so that a page in use sends a request that renews the session.
 */
const ACTIVE_MS = 120_000;

/**
 * Marks requests that the page sends automatically: no key was pressed and nothing was touched for two minutes. The
 * server answers them and does not extend the session, which otherwise would never end on a screen that was left on.
 */
export function markBackgroundRequests(): void {
  // Opening the page is use.
  let lastInput = Date.now();
  const note = () => {
    lastInput = Date.now();
  };
  for (const input of INPUTS) {
    window.addEventListener(input, note, { capture: true, passive: true });
  }
  addHeaders(
    (): Record<string, string> =>
      Date.now() - lastInput > ACTIVE_MS ? { 'x-heuan-background': '1' } : {},
  );
}
