import { useEffect } from 'react';
import { HEADER_AT_TOP, nextHeaderScroll } from './header-scroll';

/** Writes the header's state on the root element, where CSS moves the header without a render. */
export function useHeaderScroll(): void {
  useEffect(() => {
    const root = document.documentElement;
    let state = HEADER_AT_TOP;
    let frame = 0;
    const update = () => {
      frame = 0;
      state = nextHeaderScroll(state, Math.max(0, window.scrollY));
      root.toggleAttribute('data-compact', state.isCompact);
      root.toggleAttribute('data-header-hidden', state.isHidden);
    };
    const schedule = () => {
      frame ||= requestAnimationFrame(update);
    };
    // Not at once: to know how far the page is scrolled takes its layout, which this frame makes anyway.
    schedule();
    window.addEventListener('scroll', schedule, { passive: true });
    return () => {
      window.removeEventListener('scroll', schedule);
      cancelAnimationFrame(frame);
    };
  }, []);
}
