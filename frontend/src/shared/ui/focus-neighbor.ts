/** Moves the focus before a row is removed: to the next row's delete button, or the previous one's, or the top. */
export function focusNeighbor(inRow: HTMLElement | null): void {
  const row = inRow?.closest('li');
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  const next = neighbour ?? row?.closest('dialog, main');
  next?.querySelector<HTMLElement>('button[aria-expanded], button')?.focus({ preventScroll: true });
}
