import { type RefObject, useLayoutEffect, useState } from 'react';

const MORE_BUTTON_WIDTH = 120;
/** Media query for windows, or frames of a preview, that show the row: on others measuring it would only cost a layout. */
const SHOWN = '(width >= 64rem)';

/**
 * Number of the first `count` children that fit the row, with room for a "more" button if not all do; undefined until
 * measured.
 */
export function useFittingCount(
  row: RefObject<HTMLElement | null>,
  count: number,
): number | undefined {
  const [fitting, setFitting] = useState<number>();
  useLayoutEffect(() => {
    const element = row.current;
    if (!element) return;
    const measure = () => {
      if (!element.ownerDocument.defaultView?.matchMedia(SHOWN).matches) return;
      const gap = Number.parseFloat(getComputedStyle(element).columnGap) || 0;
      const widths = [...element.children].slice(0, count).map((child) => child.clientWidth + gap);
      setFitting(fittingCount(widths, element.clientWidth));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.ownerDocument.fonts?.ready.then(measure);
    return () => observer.disconnect();
  }, [row, count]);
  return fitting;
}

export function fittingCount(widths: number[], available: number): number {
  const total = widths.reduce((sum, width) => sum + width, 0);
  if (available === 0 || total <= available) return widths.length;
  let used = MORE_BUTTON_WIDTH;
  const first = widths.findIndex((width) => {
    used += width;
    return used > available;
  });
  return first === -1 ? widths.length : first;
}
