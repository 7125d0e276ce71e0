/** Sign of the inline direction: 1 in left-to-right text, -1 in right-to-left text. */
export function inlineSign(element: Element): 1 | -1 {
  return getComputedStyle(element).direction === 'rtl' ? -1 : 1;
}
