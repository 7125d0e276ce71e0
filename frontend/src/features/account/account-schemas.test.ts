import { safeParse } from 'valibot';
import { expect, it } from 'vitest';
import {
  changesIdentifier,
  codeSchema,
  identifierSchema,
  loginSchema,
  profileSchema,
  registerSchema,
  resetSchema,
} from './account-schemas';

const GOOD = {
  fname: 'ບຸນມີ',
  lname: 'ແກ້ວວົງສາ',
  phone: '020 5512 3456',
  email: '',
  password: 'correct horse',
};

/** Errors as `field: message`. */
function errors(schema: Parameters<typeof safeParse>[0], values: object): string[] {
  const { issues = [] } = safeParse(schema, values);
  return issues.map(({ path, message }) => `${path?.[0]?.key}: ${message}`);
}

it('account with a phone number, an e-mail address or both is valid', () => {
  expect(errors(registerSchema, GOOD)).toEqual([]);
  expect(errors(registerSchema, { ...GOOD, phone: '', email: 'a@b.la' })).toEqual([]);
  expect(errors(registerSchema, { ...GOOD, email: 'a@b.la' })).toEqual([]);
  expect(errors(registerSchema, { ...GOOD, phone: '' })).toEqual(['phone: field.phoneOrEmail']);
});

it.each([
  [{ fname: '  ' }, 'fname: field.fname'],
  [{ lname: '' }, 'lname: field.lname'],
  [{ fname: 'x'.repeat(81) }, 'fname: field.tooLong'],
  [{ phone: '020 5512' }, 'phone: field.phone'],
  [{ email: 'a@b' }, 'email: field.email'],
  [{ email: 'a b@c.la' }, 'email: field.email'],
  [{ password: 'short12' }, 'password: field.password'],
  [{ password: 'x'.repeat(129) }, 'password: field.tooLong'],
])('invalid account %o has an error at its field', (change, error) => {
  expect(errors(registerSchema, { ...GOOD, ...change })).toEqual([error]);
});

it('invalid account reports all errors at once', () => {
  expect(errors(registerSchema, { ...GOOD, fname: '', phone: 'x', password: '' })).toHaveLength(3);
});

it('profile needs the current password only for another phone number or e-mail address', () => {
  const schema = profileSchema({ phone: GOOD.phone, email: '' });
  const codes = { current_code: '', phone_code: '', email_code: '' };
  const values = { ...GOOD, current_password: '', ...codes };
  expect(errors(schema, { ...values, fname: 'Noy' })).toEqual([]);
  const changed = { ...values, phone: '020 5599 9999' };
  expect(errors(schema, changed)).toEqual(['current_password: field.passwordMissing']);
  expect(errors(schema, { ...changed, current_password: 'old' })).toEqual([]);
  const byCode = profileSchema({ phone: GOOD.phone, email: '' }, true);
  expect(errors(byCode, { ...changed, current_code: '012345' })).toEqual([]);
});

it('identifier in another spelling is the same', () => {
  const before = { phone: '020 5512 3456', email: 'noy@example.com' };
  expect(changesIdentifier(before, { phone: '02055123456', email: ' Noy@Example.com ' })).toBe(
    false,
  );
  expect(changesIdentifier(before, { phone: '', email: 'noy@example.com' })).toBe(true);
});

it('login requires an identifier and a password of any form', () => {
  expect(errors(loginSchema, { identifier: 'a@b.la', password: 'y' })).toEqual([]);
  expect(errors(loginSchema, { identifier: ' ', password: '' })).toEqual([
    'identifier: field.identifier',
    'password: field.passwordMissing',
  ]);
});

it.each([
  '012345',
  ' 012 345 ',
  '012-345',
  '໐໑໒໓໔໕',
  '๐๑๒๓๔๕',
  '０１２３４５',
  '\u200e012345\u200b',
])('code typed or pasted as %j is read', (code) => {
  const { output } = safeParse(codeSchema, { code });
  expect((output as { code: string }).code.replace(/[\s-]/g, '')).toBe('012345');
  expect(errors(codeSchema, { code })).toEqual([]);
});

it.each(['', '01234', '0123456', '01234x', '1.2345'])(
  'code %j has an error at its field',
  (code) => {
    expect(errors(codeSchema, { code })).toEqual(['code: login.codeMissing']);
  },
);

it.each([
  ['abc', 'email'],
  ['manager@@x', 'email'],
  ['ສົມ', 'email'],
  ['123', 'phone'],
  ['020 5512 300', 'phone'],
])('identifier %j is explained like a wrong %s', (identifier, kind) => {
  const error = [`identifier: field.${kind}`];
  expect(errors(identifierSchema, { identifier })).toEqual(error);
  expect(errors(loginSchema, { identifier, password: 'x' })).toEqual(error);
  expect(errors(resetSchema, { identifier, code: '012345', password: 'correct horse' })).toEqual(
    error,
  );
});

it('foreign number as an identifier has the text that only numbers of Laos are taken', () => {
  const identifier = '+66 81 234 5678';
  const error = ['identifier: field.foreignPhone'];
  expect(errors(loginSchema, { identifier, password: 'x' })).toEqual(error);
  expect(errors(identifierSchema, { identifier })).toEqual(error);
  expect(errors(resetSchema, { identifier, code: '012345', password: 'correct horse' })).toEqual(
    error,
  );
  expect(errors(identifierSchema, { identifier: '+856 20 5512 3456' })).toEqual([]);
  expect(errors(identifierSchema, { identifier: 'noy@a.example' })).toEqual([]);
});
