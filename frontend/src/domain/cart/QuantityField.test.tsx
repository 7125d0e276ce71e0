// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderIn } from '@/testing/render-in';
import { until } from '@/testing/until';
import { QuantityField } from './QuantityField';

function Counter() {
  const [value, setValue] = useState(2);
  return (
    <>
      <QuantityField value={value} max={20} onChange={setValue} label="Quantity" />
      <output>{value}</output>
    </>
  );
}

function Elsewhere() {
  const [value, setValue] = useState(2);
  return (
    <>
      <QuantityField value={value} max={20} onChange={setValue} label="Quantity" />
      <button type="button" onClick={() => setValue(5)}>
        Elsewhere
      </button>
    </>
  );
}

const value = () => screen.getByRole('status').textContent;

it('quantity field steps, types, clamps and resets as section 5 says', async () => {
  const user = userEvent.setup();
  await renderIn('en', <Counter />);
  const box = screen.getByRole('textbox', { name: 'Quantity' });

  await user.click(screen.getByRole('button', { name: 'More' }));
  expect(value()).toBe('3');
  await user.clear(box);
  expect(value()).toBe('3');
  await user.tab();
  expect(value()).toBe('1');
  await user.clear(box);
  await user.type(box, '9x9');
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
