/** Distance from the bottom, in px, at which the next page loads. */
export const THRESHOLD_PX = 200;

type ScrollBox = Pick<HTMLElement, 'scrollTop' | 'clientHeight' | 'scrollHeight'>;

/** Whether less than `THRESHOLD_PX` remain below the visible part of a column. A hidden column loads nothing. */
export function isNearBottom({ scrollTop, clientHeight, scrollHeight }: ScrollBox): boolean {
  return clientHeight > 0 && scrollHeight - clientHeight - scrollTop <= THRESHOLD_PX;
}
