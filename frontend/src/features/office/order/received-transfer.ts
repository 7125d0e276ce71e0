/** A transfer that arrived, as the bank statement has it. */
export type ReceivedTransfer = {
  amount: number;
  /** The bank's number of the transaction, or empty. */
  reference: string;
};
