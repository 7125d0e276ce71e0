import { expect, it } from 'vitest';
import { staffOrder } from '@/testing/staff-order';
import { detailsChange, detailsErrors, detailsForm, refusedDetails } from './details-form';

const order = staffOrder();
const form = detailsForm(order);

it('unchanged details, and a phone number in another spelling, are no change', () => {
  expect(detailsChange(order, form)).toBeUndefined();
  expect(detailsChange(order, { ...form, phone: '+856 20 5555-0123' })).toBeUndefined();
});

it('only changed parts are sent, a delivery address as a whole', () => {
  expect(detailsChange(order, { ...form, phone: '030 999 8877' })).toEqual({
    version: 3,
    phone: '030 999 8877',
  });
  expect(detailsChange(order, { ...form, village: 'Phonthan' })).toEqual({
    version: 3,
    delivery: {
      province: 'Vientiane',
      district: 'Xaythany',
      village: 'Phonthan',
      note: 'Blue fence',
    },
  });
});

it('branch of a pickup is sent without an address', () => {
  const pickup = staffOrder({
    delivery: { ...order.delivery, method: 'pickup', branch_id: 3, province: null, note: null },
  });
  const change = detailsChange(pickup, { ...detailsForm(pickup), branch_id: 4 });
  expect(change?.delivery).toEqual({ branch_id: 4, note: '' });
  expect(detailsErrors(detailsForm(pickup), true)).toEqual({});
});

it('phone number of another country is reported', () => {
  expect(detailsErrors({ ...form, phone: '+66 81 234 5678' }, false)).toEqual({
    phone: 'office.details.phoneForeign',
  });
});

it('pasted phone number is sent without invisible characters', () => {
  const phone = '\u202A\uFF10\uFF13\uFF10 999\u200B 8877\u202C';
  expect(detailsChange(order, { ...form, phone })).toEqual({ version: 3, phone: '030 999 8877' });
});

it('missing and invalid values are reported', () => {
  expect(detailsErrors({ ...form, phone: '12', village: ' ' }, false)).toEqual({
    phone: 'office.details.phoneWrong',
    village: 'office.details.missing',
  });
  expect(refusedDetails([{ field: 'delivery.branch_id' }, { field: 'phone' }])).toEqual({
    branch_id: 'office.details.branchWrong',
    phone: 'office.details.phoneWrong',
  });
});
