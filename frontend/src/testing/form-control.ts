/** Text of a control's `aria-describedby`: its hint or error. */
export function descriptionOf(control: Element): string {
  const ids = control.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
}

export const isInvalid = (control: Element) => control.getAttribute('aria-invalid') === 'true';

/** Whether a button ignores presses, but can have the focus. */
export const isOff = (button: HTMLElement) =>
  button.getAttribute('aria-disabled') === 'true' && !button.hasAttribute('disabled');
