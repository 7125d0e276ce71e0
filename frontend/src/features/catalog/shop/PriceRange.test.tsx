// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeAll, expect, it, vi } from 'vitest';
import { renderIn } from '@/testing/render-in';
import { PriceRange } from './PriceRange';

beforeAll(() => {
  Element.prototype.scrollIntoView = () => {};
});

type FilterProps = {
  onChange: (bounds: unknown) => void;
  span?: { min: number; max: number };
};

function Filter({ onChange, span }: FilterProps) {
  const [bounds, setBounds] = useState<{
    min_price: number | undefined;
    max_price: number | undefined;
  }>({ min_price: 60_000, max_price: undefined });
  return (
    <>
      <PriceRange
        {...bounds}
        span={span}
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

async function setUp(span?: { min: number; max: number }) {
  const onChange = vi.fn();
  await renderIn('en', <Filter onChange={onChange} {...(span && { span })} />);
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

it('slides in round steps, never past the other thumb, and its end bounds nothing', async () => {
  const { onChange, min, max } = await setUp({ min: 20_000, max: 180_000 });
  const slider = (name: string) => screen.getByRole<HTMLInputElement>('slider', { name });
  const [low, high] = [slider('Lowest'), slider('Highest')];
  // 20, 25, 30, 40, 50, 60, 80, 100, 150, 200 thousand
  expect([low.value, high.value]).toEqual(['5', '9']);
  expect(low.getAttribute('aria-valuetext')).toBe('₭60,000');

  fireEvent.input(high, { target: { value: '7' } });
  expect(max.value).toBe('100,000');
  expect(onChange).not.toHaveBeenCalled();
  fireEvent.input(low, { target: { value: '9' } });
  expect(min.value).toBe('100,000');
  fireEvent.input(low, { target: { value: '0' } });
  expect(min.value).toBe('');
  fireEvent.blur(low);
  expect(onChange.mock.calls).toEqual([[{ min_price: undefined, max_price: 100_000 }]]);
});

it('waits until who slides by keys has arrived', async () => {
  const { onChange } = await setUp({ min: 20_000, max: 180_000 });
  const low = screen.getByRole<HTMLInputElement>('slider', { name: 'Lowest' });
  for (const value of ['6', '7']) fireEvent.input(low, { target: { value } });
  expect(onChange).not.toHaveBeenCalled();
  await waitFor(() => expect(onChange).toHaveBeenCalled());
  expect(onChange.mock.calls).toEqual([[{ min_price: 100_000, max_price: undefined }]]);
});

it('does not slide where all costs about the same', async () => {
  await setUp({ min: 60_000, max: 60_000 });
  expect(screen.queryByRole('slider')).toBeNull();
});

it('shows a thumb where its own box says, whatever stands in the other', async () => {
  const { user, min } = await setUp({ min: 20_000, max: 180_000 });
  await user.clear(min);
  await user.type(min, 'abc');
  const high = screen.getByRole<HTMLInputElement>('slider', { name: 'Highest' });
  fireEvent.input(high, { target: { value: '7' } });
  expect(high.value).toBe('7');
});
