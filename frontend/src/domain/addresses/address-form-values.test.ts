import { safeParse } from 'valibot';
import { expect, it } from 'vitest';
import { setShownLanguage } from '@/shared/i18n/language-preference';
import { DEFAULT_LANGUAGE } from '@/shared/i18n/languages';
import {
  addressBody,
  addressSchema,
  addressText,
  placeValuesOf,
  positionOf,
  positionText,
} from './address-form-values';
import type { SavedAddress } from './address-queries';

const SAVED: SavedAddress = {
  address_id: '0'.repeat(32),
  label: 'Home',
  receiver: 'Noy Keo',
  phone: '+8562055123456',
  province: 'ເຊກອງ',
  district: 'ລະມາມ',
  village: 'Lavi',
  landmark: 'Blue gate',
  driver_note: 'Stairs',
  position: { lat: 15.3456, lng: 106.7 },
  is_default: true,
  changed_at: '2026-11-21T00:00:00+07:00',
};

it('saved address goes through the form unchanged', () => {
  const values = { ...placeValuesOf(SAVED), label: SAVED.label, is_default: true };
  const checked = safeParse(addressSchema, values);
  expect(checked.issues).toBeUndefined();
  const { address_id: _id, changed_at: _at, phone: _phone, ...rest } = SAVED;
  expect(addressBody(values)).toEqual({ ...rest, phone: '020 5512 3456' });
});

it('saved address is shown with the place names of the page’s language', () => {
  setShownLanguage(DEFAULT_LANGUAGE);
  expect(addressText(SAVED, 'la')).toBe('Blue gate, Lavi, ລະມາມ, ເຊກອງ');
  expect(addressText(SAVED, 'en')).toBe('Blue gate, Lavi, Lamam, Sekong');
  expect(addressText({ ...SAVED, district: 'Typed' }, 'vn')).toBe('Blue gate, Lavi, Typed, Sekong');
});

it('district of another province is refused', () => {
  const values = { ...placeValuesOf(SAVED), label: '', is_default: false, province: 'ຜົ້ງສາລີ' };
  const { issues } = safeParse(addressSchema, values);
  expect(issues?.map(({ message }) => message)).toEqual(['field.district']);
});

it.each([
  ['', undefined],
  ['48.85,2.35', undefined],
  ['17.9', undefined],
  ['a,b', undefined],
  ['17.966300,102.614700', { lat: 17.9663, lng: 102.6147 }],
])('position of %s', (text, position) => {
  expect(positionOf(text)).toEqual(position);
});

it('position has six decimals', () => {
  expect(positionText({ lat: 17.966_300_4, lng: 102.6 })).toBe('17.966300,102.600000');
  expect(positionText(null)).toBe('');
});
