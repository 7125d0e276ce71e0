// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { renderIn } from '@/testing/render-in';
import { Price } from './Price';

it('shows a plain price with its unit and no old price', async () => {
  const { container } = await renderIn(
    'la',
    <Price price={58000} originalPrice={58000} unit="ຖົງ" />,
  );
  expect(container.textContent).toBe('₭58,000.00/ ຖົງ');
  expect(container.querySelector('s')).toBeNull();
});

it('strikes the old price of a cut one', async () => {
  const { container } = await renderIn('en', <Price price={345000} originalPrice={493000} />);
  expect(container.querySelector('s')?.textContent).toBe('₭493,000');
  expect(container.querySelector('b')?.textContent).toBe('₭345,000.00');
});

it('strikes the old price of one cut by less than a percentage shows', async () => {
  const price = <Price price={2990000} originalPrice={3000000} size="page" />;
  const { container } = await renderIn('en', price);
  expect(container.querySelector('s')?.textContent).toBe('₭3,000,000');
  expect(container.textContent).not.toContain('%');
});

it('asks to ask where there is no price', async () => {
  const { container } = await renderIn('en', <Price price={null} originalPrice={null} />);
  expect(container.textContent).toBe('Ask for the price');
});
