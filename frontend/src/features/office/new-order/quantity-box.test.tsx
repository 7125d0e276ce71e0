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
  'quantity typed as %s shows an error and is unchanged',
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

it('quantity typed in Lao digits is read', async () => {
  await renderIn('en', <Line />);
  const box = screen.getByRole('textbox', { name: 'Quantity of Drill' });
  await userEvent.clear(box);
  await userEvent.type(box, '໑໒');
  expect(units()).toBe('12');
  expect(screen.queryByRole('alert')).toBeNull();
});
