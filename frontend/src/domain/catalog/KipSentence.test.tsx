// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { renderIn } from '@/testing/render-in';
import { KipSentence } from './KipSentence';

it('amount in a sentence has two small decimals, as the price beside it', async () => {
  const { container } = await renderIn(
    'en',
    <KipSentence kip={148_000} text={(amount) => `You save ${amount} today`} />,
  );
  expect(container.textContent).toBe('You save ₭148,000.00 today');
  expect(container.querySelector('small')?.textContent).toBe('.00');
});
