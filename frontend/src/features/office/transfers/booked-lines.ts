import type { StatementLine, TransferCandidate } from './transfers-api';

/** Lines of the statement that were recorded since it was read, each with its order. */
export type Booked = ReadonlyMap<number, TransferCandidate>;

/**
 * The matched lines. Lines that were recorded meanwhile are marked as recorded. The shop recognizes a recorded line
 * by its order number, its bank number or its derived reference, which not every line has.
 */
export function withBooked(lines: StatementLine[], booked: Booked): StatementLine[] {
  return lines.map((line) => {
    const candidate = booked.get(line.line);
    if (!candidate || line.fit === 'recorded' || line.fit === 'not_awaited') return line;
    return { ...line, fit: 'recorded', candidates: [candidate], candidate_count: 1 };
  });
}
