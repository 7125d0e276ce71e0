// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { renderIn } from '@/testing/render-in';
import { Price } from './Price';

it('uncut price has its unit and no old price', async () => {
  const { container } = await renderIn(
    'la',
    <Price price={58000} originalPrice={58000} unit="ຖົງ" />,
  );
  expect(container.textContent).toBe('₭58,000.00/ ຖົງ');
  expect(container.querySelector('s')).toBeNull();
});

it('cut price strikes the old one', async () => {
  const { container } = await renderIn('en', <Price price={345000} originalPrice={493000} />);
  expect(container.querySelector('s')?.textContent).toBe('₭493,000.00');
  expect(container.querySelector('b')?.textContent).toBe('₭345,000.00');
});

it('unknown price shows a text in place of the number', async () => {
  const { container } = await renderIn('en', <Price price={null} originalPrice={null} />);
  expect(container.textContent).toBe('Ask for the price');
});

it('small sign and decimals of an amount are at least as large as the smallest text', async () => {
  const { container } = await renderIn('en', <Price price={58000} originalPrice={null} />);
  const sizes = [...container.querySelectorAll('b bdi > [class*=text-]')];
  expect(sizes.map(({ className }) => /text-\[max\([.\d]+em,11px\)\]/.test(className))).toEqual([
    true,
    true,
  ]);
});
