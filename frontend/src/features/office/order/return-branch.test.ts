// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { staffOrder } from '@/testing/staff-order';
import { chosenBranch, firstBranch, usualBranch } from './return-branch';

beforeEach(() => localStorage.clear());

const branch = (branch_id: number) => ({
  branch_id,
  branch_name_la: 'ສາຂາ',
  branch_name_en: 'Branch',
});
const pickup = () =>
  staffOrder({ delivery: { ...staffOrder().delivery, method: 'pickup', ...branch(3) } });

it('return begins with the branch of its request, or of the pickup', () => {
  expect(firstBranch(pickup())).toBe(3);
  const request = { at: '', lines: [], reason: null, branch: branch(4) };
  const requested = { ...pickup(), return_request: request };
  expect(usualBranch(requested)).toEqual(branch(4));
  expect(chosenBranch(requested, 4)).toEqual({});
  expect(chosenBranch(requested, 3)).toEqual({ branch_id: 3 });
});

it('return of a delivery begins with the branch chosen last', () => {
  expect(firstBranch(staffOrder())).toBeNull();
  expect(chosenBranch(staffOrder(), null)).toEqual({});
  expect(chosenBranch(staffOrder(), 5)).toEqual({ branch_id: 5 });
  expect(firstBranch(staffOrder())).toBe(5);
});
