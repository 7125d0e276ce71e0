import { expect, it } from 'vitest';
import type { Step } from './search-by-image';
import { creepProgress, progressAt } from './search-progress';

const STEPS: Step[] = ['started', 'prepared', 'built', 'answered', 'read', 'done'];

it('marks a phone’s way at 10, 30, 70, 90 and 100', () => {
  expect(STEPS.map((step) => progressAt(step, false).percent)).toEqual([10, 10, 30, 70, 90, 100]);
});

it('has six stages on a wide screen', () => {
  expect(STEPS.map((step) => progressAt(step, true).percent)).toEqual([10, 25, 35, 70, 85, 100]);
});

it('speaks of the product from 70 on', () => {
  const stages = (isWide: boolean) => STEPS.map((step) => progressAt(step, isWide).stage);
  expect(stages(true)).toEqual(['prepare', 'send', 'send', 'product', 'product', 'product']);
  expect(stages(false).slice(3)).toEqual(['product', 'product', 'product']);
});

it('creeps on while the shop looks, without reaching an answer’s mark', () => {
  let progress = progressAt('built', true);
  for (let turn = 0; turn < 500; turn += 1) {
    const next = creepProgress(progress);
    expect(next.percent).toBeGreaterThanOrEqual(progress.percent);
    progress = next;
  }
  expect(progress.percent).toBeGreaterThan(60);
  expect(progress.percent).toBeLessThan(70);
  expect(progress.stage).toBe('compare');
});
