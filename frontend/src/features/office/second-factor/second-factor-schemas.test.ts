import { parse } from 'valibot';
import { expect, it } from 'vitest';
import { codeSchema } from './second-factor-schemas';

it.each([
  ['໐໑໒໓໔໕', '012345'],
  ['０１２３４５', '012345'],
  [' 012 345\u200b', '012 345'],
  ['abcd-efgh', 'abcd-efgh'],
])('code of the second factor typed as %j is sent as %s', (code, sent) => {
  expect(parse(codeSchema, { code })).toEqual({ code: sent });
});
