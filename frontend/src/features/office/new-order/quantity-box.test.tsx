// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderIn } from '@/testing/render-in';
import { QuantityBox } from './QuantityBox';

function Line() {
  const [value, setValue] = useState(2);
  return (
    <>
      <QuantityBox name="Drill" value={value} onChange={setValue} onDone={() => {}} />
      <output>{value}</output>
    </>
  );
}

const units = () => document.querySelector('output')?.textContent;

it.each(['1.5', '2e3', '-3'])(
  'quantity typed as %s shows an error, stays in the field and is unchanged',
  async (text) => {
    await renderIn('en', <Line />);
    const box = screen.getByRole<HTMLInputElement>('textbox', { name: 'Quantity of Drill' });
    await userEvent.clear(box);
    await userEvent.type(box, text);
    expect(units()).toBe('2');
    expect(screen.getByRole('alert').textContent).toContain(`“${text}” is not a whole number`);
    await userEvent.tab();
    expect(box.value).toBe(text);
    expect(box.getAttribute('aria-invalid')).toBe('true');
    await userEvent.clear(box);
    await userEvent.type(box, '7');
    expect(units()).toBe('7');
    expect(screen.queryByRole('alert')).toBeNull();
  },
);

it('quantity typed in Lao digits is read', async () => {
  await renderIn('en', <Line />);
  const box = screen.getByRole('textbox', { name: 'Quantity of Drill' });
  await userEvent.clear(box);
  await userEvent.type(box, '໑໒');
  expect(units()).toBe('12');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('quantity 0 after another one shows an error and restores the quantity from before the typing', async () => {
  await renderIn('en', <Line />);
  const box = screen.getByRole<HTMLInputElement>('textbox', { name: 'Quantity of Drill' });
  await userEvent.clear(box);
  await userEvent.type(box, '12');
  expect(units()).toBe('12');
  await userEvent.clear(box);
  await userEvent.type(box, '0');
  expect(units()).toBe('2');
  expect(screen.getByRole('alert').textContent).toBe('Enter 1 or more, or remove the line');
  await userEvent.tab();
  expect(box.value).toBe('0');
});

it('quantity deleted digit by digit is restored when the field is left', async () => {
  await renderIn('en', <Line />);
  const box = screen.getByRole<HTMLInputElement>('textbox', { name: 'Quantity of Drill' });
  await userEvent.clear(box);
  await userEvent.type(box, '12');
  await userEvent.tab();
  await userEvent.type(box, '{End}{Backspace}{Backspace}', { initialSelectionStart: 2 });
  await userEvent.tab();
  expect(box.value).toBe('12');
  expect(units()).toBe('12');
});

it('quantity above the limit is lowered with the reason', async () => {
  await renderIn('en', <Line />);
  const box = screen.getByRole('textbox', { name: 'Quantity of Drill' });
  await userEvent.clear(box);
  await userEvent.type(box, '9999999');
  expect(units()).toBe('999999');
  screen.getByText('At most 999,999 of one product');
});
