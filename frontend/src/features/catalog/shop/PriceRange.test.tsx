// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { beforeAll, expect, it, vi } from 'vitest';
import { LanguageProvider, useLanguage, useT } from '@/shared/i18n/language-context';
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

/** Renders its children in a page with this text direction. */
function Direction({ dir, children }: { dir: 'ltr' | 'rtl'; children: ReactNode }) {
  const language = { ...useLanguage(), dir };
  return <LanguageProvider value={{ language, t: useT() }}>{children}</LanguageProvider>;
}

async function setUp(span?: { min: number; max: number }, dir: 'ltr' | 'rtl' = 'ltr') {
  const onChange = vi.fn();
  await renderIn(
    'en',
    <Direction dir={dir}>
      <Filter onChange={onChange} {...(span && { span })} />
    </Direction>,
  );
  return {
    user: userEvent.setup(),
    onChange,
    min: screen.getByRole<HTMLInputElement>('textbox', { name: 'Lowest' }),
    max: screen.getByRole<HTMLInputElement>('textbox', { name: 'Highest' }),
  };
}

it('typed prices apply when the focus leaves both boxes', async () => {
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

it('range in the wrong order shows a message and changes nothing', async () => {
  const { user, onChange, max } = await setUp();
  await user.type(max, '50000{Enter}');
  expect(screen.getByRole('status').textContent).toContain('must not be below');
  expect(max.getAttribute('aria-invalid')).toBe('true');
  await user.type(max, '0');
  expect(max.getAttribute('aria-invalid')).toBeNull();
  expect(onChange).not.toHaveBeenCalled();
});

it('Enter on an unchanged price changes nothing', async () => {
  const { user, onChange, min } = await setUp();
  await user.type(min, '{Enter}');
  expect(onChange).not.toHaveBeenCalled();
});

it('price boxes follow an external change', async () => {
  const { user, min, max } = await setUp();
  await user.click(screen.getByRole('button', { name: 'elsewhere' }));
  expect([min.value, max.value]).toEqual(['5', '7']);
});

const slider = (name: string) => screen.findByRole<HTMLInputElement>('slider', { name });

it('slider moves in round steps, not past the other thumb, and its ends set no limit', async () => {
  const { onChange, min, max } = await setUp({ min: 20_000, max: 180_000 });
  const [low, high] = [await slider('Lowest'), await slider('Highest')];
  // 20, 25, 30, 40, 50, 60, 80, 100, 150, 200 thousand
  expect([low.value, high.value]).toEqual(['5', '9']);
  expect(low.getAttribute('aria-valuetext')).toBe('₭60,000.00');

  fireEvent.change(high, { target: { value: '7' } });
  expect(max.value).toBe('100,000');
  expect(onChange).not.toHaveBeenCalled();
  fireEvent.change(low, { target: { value: '9' } });
  expect(min.value).toBe('100,000');
  fireEvent.change(low, { target: { value: '0' } });
  expect(min.value).toBe('');
  fireEvent.blur(low);
  expect(onChange.mock.calls).toEqual([[{ min_price: undefined, max_price: 100_000 }]]);
});

it('slider moved by keys applies once, after the last key', async () => {
  const { user, onChange, min } = await setUp({ min: 20_000, max: 180_000 });
  const low = await slider('Lowest');
  act(() => low.focus());
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(min.value).toBe('100,000');
  expect(onChange).not.toHaveBeenCalled();
  await waitFor(() => expect(onChange).toHaveBeenCalled());
  expect(onChange.mock.calls).toEqual([[{ min_price: 100_000, max_price: undefined }]]);
});

it.each([
  ['ltr', '80,000'],
  ['rtl', '50,000'],
] as const)('ArrowRight on a %s page moves the lowest price to %s', async (dir, price) => {
  const { user, min } = await setUp({ min: 20_000, max: 180_000 }, dir);
  const low = await slider('Lowest');
  act(() => low.focus());
  await user.keyboard('{ArrowRight}');
  expect(min.value).toBe(price);
});

it('slider is absent if all prices are about the same', async () => {
  await setUp({ min: 60_000, max: 60_000 });
  expect(document.querySelector('.price-slider')).toBeNull();
});

it('thumb follows its own box while the other box is unreadable', async () => {
  const { user, min } = await setUp({ min: 20_000, max: 180_000 });
  await user.clear(min);
  await user.type(min, 'abc');
  const high = await slider('Highest');
  fireEvent.change(high, { target: { value: '7' } });
  expect(high.value).toBe('7');
});
