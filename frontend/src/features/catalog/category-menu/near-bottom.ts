/** Within this distance of the bottom the next page loads. */
export const THRESHOLD_PX = 200;

type ScrollBox = Pick<HTMLElement, 'scrollTop' | 'clientHeight' | 'scrollHeight'>;

/** Whether a scrolling column has less than `NEAR` pixels left. A hidden column loads nothing. */
export function isNearBottom({ scrollTop, clientHeight, scrollHeight }: ScrollBox): boolean {
  return clientHeight > 0 && scrollHeight - clientHeight - scrollTop <= THRESHOLD_PX;
}
