// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { it } from 'vitest';
import { renderIn } from '@/testing/render-in';
import { StockNote } from './StockNote';

it.each([
  ['en', 9, 'sheet', '9 sheets left'],
  ['en', 1, 'sheet', '1 sheet left'],
  ['la', 9, 'ແຜ່ນ', 'ເຫຼືອ 9 ແຜ່ນ'],
] as const)('in %s, %d of %s: %s', async (code, stock, unit, text) => {
  await renderIn(code, <StockNote product={{ stock, price: 1000 }} unit={unit} />);
  screen.getByText(text);
});
