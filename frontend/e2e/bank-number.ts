import { randomInt } from 'node:crypto';

/** A bank number that no other payment has: the shop refuses one that is recorded. */
export const newBankNumber = (): string => `FT${randomInt(1e11, 1e12)}`;
