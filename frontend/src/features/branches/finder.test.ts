import { describe, expect, it } from 'vitest';
import { type Branch, readBranches } from '@/domain/branches/branch';
import { formatFinderHash, parseFinderHash } from '@/domain/branches/finder-hash';
import { headquarters } from '@/domain/branches/headquarters';
import { LAOS } from '@/domain/branches/laos-outline';
import { listBranches } from './listed-branches';
import { matchesBranch } from './matches-branch';

const ALL = readBranches([
  {
    b_id: 1,
    b_name: 'ສຳນັກງານໃຫຍ່',
    b_name_eng: 'Headquarters',
    tb_address_la: 'ບ້ານໂພນທັນ, ນະຄອນຫຼວງວຽງຈັນ',
    tb_address_en: 'Phonthan, Vientiane Capital',
    b_f_phone: '020 0000 0101',
    lat: 17.98,
    lng: 102.63,
  },
  { b_id: 2, b_name_eng: 'Luang Prabang', b_s_phone: '021-000-004', lat: 19.88, lng: 102.14 },
  { b_id: 3, b_name_eng: 'Nowhere', lat: 0, lng: 102 },
]);
const ids = (list: { branch: Branch }[]) => list.map(({ branch }) => branch.b_id);

describe('branch filter', () => {
  it.each([
    ['', [1, 2, 3]],
    ['  ', [1, 2, 3]],
    ['ສຳນັກງານ', [1]],
    ['HEADQ', [1]],
    ['ໂພນທັນ', [1]],
    ['vientiane capital', [1]],
    ['0000 0101', [1]],
    ['00000101', [1]],
    ['021000004', [2]],
    ['021-000', [2]],
    ['໐໒໑ ໐໐໐', [2]],
    ['luang  ', [2]],
    ['0000x', []],
  ])('%j finds %j', (query, expected) => {
    expect(
      ids(ALL.map((branch) => ({ branch })).filter(({ branch }) => matchesBranch(branch, query))),
    ).toEqual(expected);
  });
});

it('branches without a location keep their order, with one the nearest is first', () => {
  expect(ids(listBranches(ALL, '', undefined))).toEqual([1, 2, 3]);
  const near = listBranches(ALL, '', { lat: 19.9, lng: 102.1 });
  expect(ids(near)).toEqual([2, 1, 3]);
  expect(near[2]?.km).toBeUndefined();
});

it.each([
  ['stores', { chosen: undefined }],
  ['#stores=4', { chosen: 4 }],
  ['stores=x', { chosen: undefined }],
  ['stores=-1', { chosen: undefined }],
  ['stores=4=5', undefined],
  ['storesx', undefined],
  ['', undefined],
])('URL fragment %j opens branch %j', (hash, expected) => {
  expect(parseFinderHash(hash)).toEqual(expected);
});

it('link to a branch can be parsed', () => {
  expect(parseFinderHash(formatFinderHash(4))).toEqual({ chosen: 4 });
  expect(parseFinderHash(formatFinderHash())).toEqual({ chosen: undefined });
});

it('head office as a fallback is in Vientiane and has the hotline', () => {
  expect(headquarters('020 1')).toMatchObject({ lat: 17.98, lng: 102.63, b_f_phone: '020 1' });
});

it('outline of the country is closed and surrounds the capital', () => {
  const [lats, lngs] = [LAOS.map(([lat]) => lat), LAOS.map(([, lng]) => lng)];
  expect(LAOS.every((point) => point.length === 2 && point.every(Number.isFinite))).toBe(true);
  expect(LAOS[0]).toEqual(LAOS.at(-1));
  expect(Math.min(...lats)).toBeCloseTo(13.9, 0);
  expect(Math.max(...lats)).toBeCloseTo(22.5, 0);
  expect(Math.max(...lngs)).toBeCloseTo(107.6, 0);
});
