import { flushSync } from 'react-dom';

/**
 * Draws the state that the submit handler of a form has set, then focuses the first invalid control, or the message of
 * a part that has no control of its own. It returns with the focus moved: moved a frame later, it would take the keys
 * that are typed meanwhile to another field.
 */
export function flushAndFocusInvalid(within: Element | null): void {
  flushSync(() => undefined);
  within?.querySelector<HTMLElement>('[aria-invalid="true"], [data-refusal]')?.focus();
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
