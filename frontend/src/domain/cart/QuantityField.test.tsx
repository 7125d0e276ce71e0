// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { isOff } from '@/testing/form-control';
import { renderIn } from '@/testing/render-in';
import { until } from '@/testing/until';
import { QuantityField } from './QuantityField';

function Counter({ max = 20 }: { max?: number }) {
  const [value, setValue] = useState(2);
  return (
    <>
      <QuantityField
        value={value}
        max={max}
        onChange={setValue}
        label="Quantity"
        name="Drill"
        capText={`${max} left`}
      />
      <output>{value}</output>
    </>
  );
}

function Elsewhere() {
  const [value, setValue] = useState(2);
  return (
    <>
      <QuantityField value={value} max={20} onChange={setValue} label="Quantity" name="Drill" />
      <button type="button" onClick={() => setValue(5)}>
        Elsewhere
      </button>
    </>
  );
}

it.each([
  ['Fewer: Drill', '1'],
  ['More: Drill', '3'],
])('%s keeps the focus at the end of the range', async (name, end) => {
  await renderIn('en', <Counter max={3} />);
  const button = screen.getByRole('button', { name });
  await userEvent.click(button);
  await userEvent.click(button);
  expect(value()).toBe(end);
  expect(isOff(button)).toBe(true);
  expect(document.activeElement).toBe(button);
});

const value = () => document.querySelector('output')?.textContent;

it('quantity field steps, clamps and resets as specified in section 5', async () => {
  const user = userEvent.setup();
  await renderIn('en', <Counter />);
  const box = screen.getByRole('textbox', { name: 'Quantity' });

  await user.click(screen.getByRole('button', { name: 'More: Drill' }));
  expect(value()).toBe('3');
  await user.clear(box);
  expect(value()).toBe('3');
  await user.tab();
  expect(value()).toBe('1');
  await user.clear(box);
  await user.type(box, '99');
  expect(value()).toBe('20');
  await user.keyboard('{ArrowDown}');
  expect(value()).toBe('19');
  await user.keyboard('{Escape}');
  expect(box).not.toBe(document.activeElement);
});

it('quantity changed from outside replaces the typed one', async () => {
  const user = userEvent.setup();
  await renderIn('en', <Elsewhere />);
  const box = screen.getByRole<HTMLInputElement>('textbox', { name: 'Quantity' });
  await user.clear(box);
  await user.type(box, '7');
  expect(box.value).toBe('7');
  screen.getByRole('button', { name: 'Elsewhere' }).click();
  await until(() => expect(box.value).toBe('5'));
});

it.each(['1.5', '2e3', '-3', '9x9'])(
  'quantity typed as %s shows an error beside the field and is unchanged',
  async (text) => {
    const user = userEvent.setup();
    await renderIn('en', <Counter />);
    const box = screen.getByRole<HTMLInputElement>('textbox', { name: 'Quantity' });
    await user.clear(box);
    await user.type(box, text);
    expect(value()).toBe('2');
    expect(box.value).toBe(text);
    expect(screen.getByRole('alert').textContent).toContain(`“${text}” is not a whole number`);
    await user.tab();
    expect(box.value).toBe('2');
    expect(value()).toBe('2');
  },
);

it.each(['໑໒', '๑๒', '１２'])('quantity typed as %s is 12', async (text) => {
  const user = userEvent.setup();
  await renderIn('en', <Counter />);
  const box = screen.getByRole('textbox', { name: 'Quantity' });
  await user.clear(box);
  await user.type(box, text);
  expect(value()).toBe('12');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('quantity is valid again once the invalid text is deleted', async () => {
  const user = userEvent.setup();
  await renderIn('en', <Counter />);
  const box = screen.getByRole('textbox', { name: 'Quantity' });
  await user.clear(box);
  await user.type(box, '15x');
  expect(value()).toBe('2');
  await user.type(box, '{Backspace}');
  expect(value()).toBe('15');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('field that went back to its quantity is valid, and the next valid text removes the error', async () => {
  const user = userEvent.setup();
  await renderIn('en', <Counter />);
  const box = screen.getByRole<HTMLInputElement>('textbox', { name: 'Quantity' });
  await user.clear(box);
  await user.type(box, 'abc');
  await user.tab();
  expect(box.value).toBe('2');
  expect(box.getAttribute('aria-invalid')).toBe('false');
  screen.getByRole('alert');
  // The typed text equals the text that the field shows.
  fireEvent.input(box, { target: { value: '2' } });
  expect(screen.queryByRole('alert')).toBeNull();
});

it('quantity above the stock is lowered with the number that is left', async () => {
  const user = userEvent.setup();
  await renderIn('en', <Counter max={285} />);
  const box = screen.getByRole('textbox', { name: 'Quantity' });
  await user.clear(box);
  await user.type(box, '9999999');
  expect(value()).toBe('285');
  screen.getByText('285 left');
  await user.type(box, '{Backspace}');
  expect(screen.queryByText('285 left')).toBeNull();
});
