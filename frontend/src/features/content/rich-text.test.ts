import { expect, it } from 'vitest';
import { findEmail, richText } from './rich-text';

it.each([
  ['plain text', 'Open every day.', [{ text: 'Open every day.' }]],
  [
    'an address before a full stop',
    'Write to ir@heuan.example.',
    [
      { text: 'Write to ' },
      { text: 'ir@heuan.example', href: 'mailto:ir@heuan.example' },
      { text: '.' },
    ],
  ],
  [
    'a number between Lao words',
    'ໂທ 020 0000 1300, ອີເມວ',
    [{ text: 'ໂທ ' }, { text: '020 0000 1300', href: 'tel:02000001300' }, { text: ', ອີເມວ' }],
  ],
  ['money is no telephone', '200,000 kip, 412 2025', [{ text: '200,000 kip, 412 2025' }]],
  ['nothing', '', []],
])('rich text: %s', (_name, text, runs) => {
  expect(richText(text)).toEqual(runs);
});

it('first address of a text is found', () => {
  expect(findEmail(['none', 'to career@heuan.example and a@b.example'])).toBe(
    'career@heuan.example',
  );
  expect(findEmail(['none'])).toBeUndefined();
});
