import type { Step } from './search-by-image';

export type Progress = { percent: number; stage: Stage };
export type Stage = 'prepare' | 'send' | 'compare' | 'product';

/** Progress in percent by step. A phone shows four marks; a wider screen six stages. */
const MARKS: Record<'phone' | 'wide', Record<Step, number>> = {
  phone: { started: 10, prepared: 10, built: 30, answered: 70, read: 90, done: 100 },
  wide: { started: 10, prepared: 25, built: 35, answered: 70, read: 85, done: 100 },
};

export const START: Progress = { percent: 0, stage: 'prepare' };
/** Percentage from which the hint says that products are being searched. */
const PRODUCT_FROM = 70;

export function progressAt(step: Step, isWide: boolean): Progress {
  return progressOf(MARKS[isWide ? 'wide' : 'phone'][step]);
}

/** Advances the progress bar slowly while the server searches. It never reaches the next step's mark. */
export function creepProgress({ percent }: Progress): Progress {
  const isWaiting = percent >= 30 && percent < PRODUCT_FROM - 1;
  return progressOf(isWaiting ? percent + (PRODUCT_FROM - 1 - percent) * 0.06 : percent);
}

function progressOf(percent: number): Progress {
  if (percent >= PRODUCT_FROM) return { percent, stage: 'product' };
  if (percent > 35) return { percent, stage: 'compare' };
  return { percent, stage: percent >= 25 ? 'send' : 'prepare' };
}
