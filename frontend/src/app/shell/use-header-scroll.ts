import { useEffect } from 'react';
import { HEADER_AT_TOP, nextHeaderScroll } from './header-scroll';

/** Writes the header's scroll state to the root element, so that CSS moves the header without a render. */
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
    // Deferred to the next frame: reading the scroll position forces a layout, which that frame computes anyway.
    schedule();
    window.addEventListener('scroll', schedule, { passive: true });
    return () => {
      window.removeEventListener('scroll', schedule);
      cancelAnimationFrame(frame);
    };
  }, []);
}
