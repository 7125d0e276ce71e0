/** 1 where text runs to the right, -1 where it runs to the left: the sign of what scrolls or moves onward. */
export function inlineSign(element: Element): 1 | -1 {
  return getComputedStyle(element).direction === 'rtl' ? -1 : 1;
}
