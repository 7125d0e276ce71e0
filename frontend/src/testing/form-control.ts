/** What a control's `aria-describedby` says: its hint, or its error. */
export function descriptionOf(control: Element): string {
  const ids = control.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
}

export const isInvalid = (control: Element) => control.getAttribute('aria-invalid') === 'true';
