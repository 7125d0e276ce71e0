/**
 * Direction of scrolling that hides the header, as specified: it hides after scrolling up by more than 10 px, shows
 * again after scrolling down by more than 10 px below 200 px, is compact below 200 px and normal at 50 px or less. To
 * reverse the direction, change this constant.
 */
const HIDES_WHEN_SCROLLING: 'up' | 'down' = 'up';

const STEP = 10;
const NORMAL_UNTIL = 50;
const COMPACT_AFTER = 200;

export type HeaderScroll = {
  /** Scroll position at the end of the last counted movement, in px. */
  from: number;
  isCompact: boolean;
  isHidden: boolean;
};

export const HEADER_AT_TOP: HeaderScroll = { from: 0, isCompact: false, isHidden: false };

export function nextHeaderScroll(before: HeaderScroll, y: number): HeaderScroll {
  if (y <= NORMAL_UNTIL) return { from: y, isCompact: false, isHidden: false };
  const isCompact = y > COMPACT_AFTER || before.isCompact;
  const moved = y - before.from;
  if (Math.abs(moved) <= STEP) return { ...before, isCompact };
  const direction = moved < 0 ? 'up' : 'down';
  if (direction === HIDES_WHEN_SCROLLING) return { from: y, isCompact, isHidden: true };
  return { from: y, isCompact, isHidden: before.isHidden && y <= COMPACT_AFTER };
}
