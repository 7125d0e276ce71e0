import { expect, it } from 'vitest';
import type { Step } from './search-by-image';
import { creepProgress, progressAt } from './search-progress';

const STEPS: Step[] = ['started', 'prepared', 'built', 'answered', 'read', 'done'];

it('progress on a phone has marks at 10, 30, 70, 90 and 100', () => {
  expect(STEPS.map((step) => progressAt(step, false).percent)).toEqual([10, 10, 30, 70, 90, 100]);
});

it('progress on a wide screen has six stages', () => {
  expect(STEPS.map((step) => progressAt(step, true).percent)).toEqual([10, 25, 35, 70, 85, 100]);
});

it('progress text names the product from 70 on', () => {
  const stages = (isWide: boolean) => STEPS.map((step) => progressAt(step, isWide).stage);
  expect(stages(true)).toEqual(['prepare', 'send', 'send', 'product', 'product', 'product']);
  expect(stages(false).slice(3)).toEqual(['product', 'product', 'product']);
});

it('progress during the request grows without reaching the mark of the response', () => {
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
