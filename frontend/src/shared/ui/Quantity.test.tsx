// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { ARABIC } from '@/testing/arabic';
import { renderIn } from '@/testing/render-in';
import { Quantity } from './Quantity';

const text = async (element: React.ReactElement) =>
  (await renderIn('la', <p>{element}</p>)).container.textContent;

it.each([
  [1, 'box', '1~box'],
  [1_200, 'box', '1,200~boxes'],
  [8, 'ຖົງ', '8~ຖົງ'],
  [8, '', '8'],
])('quantity %i of unit %j is %s, with a no-break space', async (count, unit, shown) => {
  const expected = shown.replaceAll('~', '\u00a0');
  expect(await text(<Quantity count={count} unit={unit} />)).toBe(expected);
  expect(await text(<Quantity count={count} unit={unit} isStrong />)).toBe(expected);
});

it('amount before a quantity is written from left to right with its number', async () => {
  const { container } = await renderIn(ARABIC, <Quantity count={8} unit="kg" factor="₭58,000" />);
  expect(container.querySelector('[dir=ltr]')?.textContent).toBe('₭58,000 × 8');
  expect(container.textContent).toBe('₭58,000 × 8\u00a0kg');
});
