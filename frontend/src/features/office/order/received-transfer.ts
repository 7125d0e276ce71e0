/** Maximum characters of the reference of a payment. */
export const MAX_REFERENCE_LENGTH = 64;

/** A transfer that arrived, as the bank statement has it. */
export type ReceivedTransfer = {
  amount: number;
  /** The bank's number of the transaction, or empty. */
  reference: string;
  /** Reference derived from the line without the bank's number, or empty. */
  derivedReference: string;
};

/** Maximum characters of a typed reference: beside it, the derived one has room. */
export const maxTypedReference = (transfer: ReceivedTransfer | undefined): number =>
  MAX_REFERENCE_LENGTH - (transfer?.derivedReference ? transfer.derivedReference.length + 1 : 0);

/**
 * Reference of a payment as it is sent. The derived reference of the line is appended to a text that lacks it, because the line is
 * recognized by it in the next statement.
 */
export function sentReference(typed: string, transfer: ReceivedTransfer | undefined): string {
  const derived = transfer?.derivedReference ?? '';
  const text = typed.trim();
  if (text === '' || derived === '' || text.split(/\s+/).includes(derived)) return text;
  return `${text} ${derived}`;
}
