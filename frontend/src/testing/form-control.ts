/** Text of a control's `aria-describedby`: its hint or error. */
export function descriptionOf(control: Element): string {
  const ids = control.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
}

export const isInvalid = (control: Element) => control.getAttribute('aria-invalid') === 'true';
