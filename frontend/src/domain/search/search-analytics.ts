/**
 * The text a visitor has just asked to see the results of. The call for them says so to the shop, which counts it
 * (`record=1`); an address that was opened, or opened again, counts nothing. A customer's searches are counted with
 * their history.
 */
let submitted: string | undefined;

export function markSubmitted(text: string): void {
  submitted = text;
}

/** Whether `text` was submitted and not counted yet. */
export function consumeSubmitted(text: string): boolean {
  const isNew = submitted === text;
  if (isNew) submitted = undefined;
  return isNew;
}
