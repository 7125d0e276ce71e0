// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { beginAttempt, completeAttempt, isOutcomeUnknown, openAttempt } from './order-attempt';

const ORDER = { phone: '020 5512 3456', payment: { method: 'qr' } };
const OTHER = { ...ORDER, payment: { method: 'cod' } };

beforeEach(() => sessionStorage.clear());

it('same order keeps its key until a response arrives', () => {
  const first = beginAttempt('7', ORDER);
  expect(first.key).toMatch(/^[0-9a-f]{32}$/);
  expect(beginAttempt('7', ORDER).key).toBe(first.key);
  expect(openAttempt('7')).toMatchObject({ key: first.key, body: JSON.stringify(ORDER) });
});

it('order after a response gets a new key', () => {
  const first = beginAttempt('7', ORDER);
  completeAttempt();
  expect(openAttempt('7')).toBeNull();
  expect(beginAttempt('7', ORDER).key).not.toBe(first.key);
});

it('different order gets a new key', () => {
  const first = beginAttempt('7', ORDER);
  expect(beginAttempt('7', OTHER).key).not.toBe(first.key);
});

it('attempt of another customer is not resumed', () => {
  const first = beginAttempt('7', ORDER);
  expect(openAttempt('8')).toBeNull();
  expect(beginAttempt('8', ORDER).key).not.toBe(first.key);
});

it('old attempt is not resumed but keeps its key', () => {
  const first = beginAttempt('7', ORDER, 0);
  expect(openAttempt('7', 10 * 60_000 - 1)).not.toBeNull();
  expect(openAttempt('7', 10 * 60_000)).toBeNull();
  expect(beginAttempt('7', ORDER, 3_600_000).key).toBe(first.key);
});

it.each([
  [0, true],
  [408, true],
  [500, true],
  [503, true],
  [504, true],
  [400, false],
  [401, false],
  [409, false],
  [422, false],
  [429, false],
])('order attempt stays open after response %s: %s', (status, isOpen) => {
  expect(isOutcomeUnknown(status)).toBe(isOpen);
});
