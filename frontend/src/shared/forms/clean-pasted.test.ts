import { parse } from 'valibot';
import { expect, it } from 'vitest';
import { cleanPasted } from './clean-pasted';
import { phone } from './form-checks';

it.each([
  ['\u202a020 5512 3456\u202c', '020 5512 3456'],
  ['020\u200b55123456', '02055123456'],
  ['０２０ ５５１２ ３４５６', '020 5512 3456'],
  ['＋８５６２０５５１２３４５６', '+8562055123456'],
  ['noy＠example.la\ufeff', 'noy@example.la'],
  [' noy@example.la ', 'noy@example.la'],
])('pasted %j is %s', (pasted, text) => expect(cleanPasted(pasted)).toBe(text));

it.each(['٠٢٠ ٥٥١٢ ٣٤٥٦', '០២០ ៥៥១២ ៣៤៥៦', '໐໒໐ ໕໕໑໒ ໓໔໕໖'])(
  'phone number %s is sent in Latin digits',
  (typed) => {
    expect(parse(phone, typed)).toBe('020 5512 3456');
  },
);
