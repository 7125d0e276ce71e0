/** Focuses the first invalid control within an element, or the message of a part that has no control of its own. */
export function focusInvalid(within: Element | null): void {
  within?.querySelector<HTMLElement>('[aria-invalid="true"], [data-refusal]')?.focus();
}

/** Like `focusInvalid`, once the fields of a refused form are marked in the next frame. */
export function focusInvalidSoon(within: Element | null): void {
  requestAnimationFrame(() => focusInvalid(within));
}

/**
 * Focuses the first quantity field whose text is not a whole number, and returns whether there is one. An empty
 * field gets its former quantity back. A form that calls this before saving never saves another quantity than its
 * fields show.
 */
export function focusWrongQuantity(within: Element | null): boolean {
  const boxes = within?.querySelectorAll<HTMLInputElement>('.o-stepper > input') ?? [];
  const isWrong = (box: HTMLInputElement) =>
    box.value.trim() === '' || box.getAttribute('aria-invalid') === 'true';
  const wrong = [...boxes].find(isWrong);
  wrong?.blur();
  wrong?.focus();
  return wrong !== undefined;
}

/**
 * Focuses the first `ChoiceSelect` without a choice whose choices are not known, and returns whether there is one. A
 * form that calls this before saving never leaves out a choice that the person could not make; "none" can be chosen.
 */
export function focusUnloadedChoice(within: Element | null): boolean {
  const select = unloadedChoice(within);
  select?.focus();
  return Boolean(select);
}

/** Whether an element has a `ChoiceSelect` without a choice whose choices are not known. */
export const hasUnloadedChoice = (within: Element | null): boolean =>
  Boolean(unloadedChoice(within));

const unloadedChoice = (within: Element | null) =>
  within?.querySelector<HTMLElement>('select[data-unloaded]');
