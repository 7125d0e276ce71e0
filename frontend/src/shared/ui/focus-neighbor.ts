/** Before a row goes: the keyboard continues at the next row's delete button, or the one before, or the top. */
export function focusNeighbor(inRow: HTMLElement | null): void {
  const row = inRow?.closest('li');
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  const next = neighbour ?? row?.closest('dialog, main');
  next?.querySelector<HTMLElement>('button[aria-expanded], button')?.focus({ preventScroll: true });
}
