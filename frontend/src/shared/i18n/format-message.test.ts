import { compileMessage } from '@lingui/message-utils/compileMessage';
import { expect, it } from 'vitest';
import { formatMessage, type Message } from './format-message';

const inTag = (tag: string, text: string, values = {}) =>
  formatMessage(compileMessage(text) as Message, values, { rules: new Intl.PluralRules(tag) });

it.each([
  ['en', 1, '1 item'],
  ['en', 1840, '1,840 items'],
  ['en', 0, 'nothing'],
])('plural form in %s, %d: %s', (tag, count, text) => {
  const message = '{count, plural, =0 {nothing} one {# item} other {# items}}';
  expect(inTag(tag, message, { count })).toBe(text);
});

it.each([
  [1, '1 товар'],
  [3, '3 товара'],
  [11, '11 товаров'],
  [21, '21 товар'],
])('plural form in Russian, %d: %s', (count, text) => {
  const message = '{count, plural, one {# товар} few {# товара} many {# товаров} other {# товара}}';
  expect(inTag('ru', message, { count })).toBe(text);
});

it('number placeholder is formatted for the language', () => {
  expect(inTag('lo', 'ມີ {count} ລາຍການ ({name})', { count: 1840, name: 'ຊີມັງ' })).toBe(
    'ມີ 1,840 ລາຍການ (ຊີມັງ)',
  );
});

it('plural form with a placeholder is filled in, and a missing form falls back to `other`', () => {
  const message = '{count, plural, other {# {unit}}}';
  expect(inTag('en', message, { count: 1, unit: 'kg' })).toBe('1 kg');
});

it('number sign outside a plural is text', () => {
  expect(inTag('en', 'Order #{id}', { id: 'A7' })).toBe('Order #A7');
});

it('value in a right-to-left text is isolated', () => {
  const message = compileMessage('اتصل بنا: {phone}') as Message;
  const text = formatMessage(
    message,
    { phone: '020 0000 101' },
    {
      rules: new Intl.PluralRules('ar'),
      isolates: true,
    },
  );
  expect(text).toBe('اتصل بنا: \u2068020 0000 101\u2069');
});
