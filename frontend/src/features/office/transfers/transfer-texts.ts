import {
  CheckCheck,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  Lock,
  TriangleAlert,
} from 'lucide-react';
import type { MessageKey, Translate } from '@/shared/i18n/load-messages';
import { kipText } from '../OfficeKip';
import type { StateLook } from '../order-labels';
import type { StatementLine, TransferCandidate, TransferFit, UnreadReason } from './transfers-api';

/** Badge of each way in which orders fit a line. */
export const FIT_LOOKS: Record<TransferFit, StateLook> = {
  exact: { kind: 'ok', icon: CircleCheck, text: 'office.transfers.exact' },
  different_amount: { kind: 'warn', icon: TriangleAlert, text: 'office.transfers.differentAmount' },
  amount_only: { kind: 'brand', icon: CircleHelp, text: 'office.transfers.amountOnly' },
  not_awaited: { kind: 'neutral', icon: Lock, text: 'office.transfers.notAwaited' },
  recorded: { kind: 'neutral', icon: CheckCheck, text: 'office.transfers.alreadyRecorded' },
  none: { kind: 'neutral', icon: CircleDashed, text: 'office.transfers.none' },
};

/** Reason why a line was not read. */
export const UNREAD_TEXTS: Record<UnreadReason, MessageKey> = {
  no_amount: 'office.transfers.noAmount',
  outgoing: 'office.transfers.outgoing',
  line_too_long: 'office.transfers.lineTooLong',
  too_many_lines: 'office.transfers.tooManyLines',
};

/**
 * Whether a line, once it is recorded, is offered again in the next statement: it has neither a bank number nor a day, and its
 * order may await money after it.
 */
export const isForgotten = ({ fit, reference, derived_reference: derived }: StatementLine) =>
  (fit === 'amount_only' || fit === 'different_amount') && !reference && !derived;

/** Difference between the amount of a line and the amount to be paid; undefined if it is the same. */
export function differenceText(t: Translate, { difference }: TransferCandidate) {
  if (difference === 0) return undefined;
  const amount = kipText(Math.abs(difference));
  return t(difference < 0 ? 'office.transfers.tooLittle' : 'office.transfers.tooMuch', { amount });
}
