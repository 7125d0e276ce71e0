/** Distance that a floating button keeps from the buttons that add products, px. The chat launcher moves by as much when it hides. */
const MARGIN = 12;

/** Whether a floating button covers a button that adds a product. */
export function coversAddButton(button: HTMLElement | null): boolean {
  const over = button?.getBoundingClientRect();
  return [...document.querySelectorAll('.add-button')].some((add) => {
    const { left, right, top, bottom } = add.getBoundingClientRect();
    return (
      over &&
      left < over.right &&
      right > over.left &&
      top < over.bottom + MARGIN &&
      bottom > over.top - MARGIN
    );
  });
}

/**
 * Calls `look` after each scroll, of the page or of a part of it such as a rail, and after each change of the page's height,
 * because products load. Returns the function that stops it.
 */
export function watchPositions(look: () => void): () => void {
  const resizes = new ResizeObserver(look);
  resizes.observe(document.body);
  // Scroll events of elements do not bubble.
  const options = { passive: true, capture: true };
  addEventListener('scroll', look, options);
  return () => {
    resizes.disconnect();
    removeEventListener('scroll', look, options);
  };
}
