import { expect, it } from 'vitest';
import { dayError } from './delivery-day-form';

it.each([
  ['no day', '', 'office.details.missing'],
  ['no such day', '2026-02-30', 'office.details.missing'],
  ['yesterday', '2026-11-20', 'office.day.passed'],
  ['today', '2026-11-21', undefined],
  ['a year and a day ahead', '2027-11-22', undefined],
  ['more than that', '2027-11-23', 'office.day.tooFar'],
])('day is checked like at the server: %s', (_, day, error) => {
  expect(dayError(day, '2026-11-21')).toBe(error);
});
