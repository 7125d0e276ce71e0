/**
 * Search text that the visitor has just submitted. Its first request has `record=1`, by which the shop counts the
 * search. Opening or reloading an address of results counts nothing. A customer's searches are counted with their
 * history.
 */
let submitted: string | undefined;

export function markSubmitted(text: string): void {
  submitted = text;
}

/** Whether `text` was submitted and is not counted yet. Clears it. */
export function consumeSubmitted(text: string): boolean {
  const isNew = submitted === text;
  if (isNew) submitted = undefined;
  return isNew;
}
