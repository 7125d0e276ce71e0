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

const units = () => screen.getByRole('status').textContent;

it.each(['1.5', '2e3', '-3'])(
  'units typed as %s are named below and stay what they were',
  async (text) => {
    await renderIn('en', <Line />);
    const box = screen.getByRole<HTMLInputElement>('textbox', { name: 'Quantity of Drill' });
    await userEvent.clear(box);
    await userEvent.type(box, text);
    expect(units()).toBe('2');
    expect(screen.getByRole('alert').textContent).toContain(`“${text}” is not a whole number`);
    await userEvent.tab();
    expect(box.value).toBe('2');
  },
);

it('units typed in Lao digits are read', async () => {
  await renderIn('en', <Line />);
  const box = screen.getByRole('textbox', { name: 'Quantity of Drill' });
  await userEvent.clear(box);
  await userEvent.type(box, '໑໒');
  expect(units()).toBe('12');
  expect(screen.queryByRole('alert')).toBeNull();
});
