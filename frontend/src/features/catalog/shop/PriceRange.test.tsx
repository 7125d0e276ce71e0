// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeAll, expect, it, vi } from 'vitest';
import { renderIn } from '@/testing/render';
import { PriceRange } from './PriceRange';

beforeAll(() => {
  Element.prototype.scrollIntoView = () => {};
});

function Filter({ onChange }: { onChange: (bounds: unknown) => void }) {
  const [bounds, setBounds] = useState<{
    min_price: number | undefined;
    max_price: number | undefined;
  }>({ min_price: 60_000, max_price: undefined });
  return (
    <>
      <PriceRange
        {...bounds}
        onChange={(next) => {
          setBounds(next);
          onChange(next);
        }}
      />
      <button type="button" onClick={() => setBounds({ min_price: 5, max_price: 7 })}>
        elsewhere
      </button>
    </>
  );
}

async function setUp() {
  const onChange = vi.fn();
  await renderIn('en', <Filter onChange={onChange} />);
  return {
    user: userEvent.setup(),
    onChange,
    min: screen.getByRole<HTMLInputElement>('textbox', { name: 'Lowest' }),
    max: screen.getByRole<HTMLInputElement>('textbox', { name: 'Highest' }),
  };
}

it('counts when the focus leaves the pair, not between its boxes', async () => {
  const { user, onChange, min, max } = await setUp();
  await user.clear(min);
  await user.type(min, '300000');
  await user.click(max);
  expect(onChange).not.toHaveBeenCalled();
  await user.type(max, '400.000');
  await user.tab();
  expect(onChange.mock.calls).toEqual([[{ min_price: 300_000, max_price: 400_000 }]]);
  expect([min.value, max.value]).toEqual(['300,000', '400,000']);
});

it('says what is wrong and changes nothing', async () => {
  const { user, onChange, max } = await setUp();
  await user.type(max, '50000{Enter}');
  expect(screen.getByRole('status').textContent).toContain('must not be below');
  expect(max.getAttribute('aria-invalid')).toBe('true');
  await user.type(max, '0');
  expect(max.getAttribute('aria-invalid')).toBeNull();
  expect(onChange).not.toHaveBeenCalled();
});

it('does not ask again for what is asked already', async () => {
  const { user, onChange, min } = await setUp();
  await user.type(min, '{Enter}');
  expect(onChange).not.toHaveBeenCalled();
});

it('follows a change from outside', async () => {
  const { user, min, max } = await setUp();
  await user.click(screen.getByRole('button', { name: 'elsewhere' }));
  expect([min.value, max.value]).toEqual(['5', '7']);
});
