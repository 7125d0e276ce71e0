// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { LanguageCode } from '@/shared/i18n/languages';
import { renderIn } from '@/testing/render-in';
import { OthersHere } from './OthersHere';
import type { OrderVisitor } from './presence-api';
import { OthersContext } from './presence-context';

const person = (cus_id: number, name: string, is_editing = false) => ({ cus_id, name, is_editing });

async function textOf(others: OrderVisitor[], language: LanguageCode = 'en') {
  await renderIn(
    language,
    <OthersContext value={others}>
      <OthersHere />
    </OthersContext>,
  );
  return screen.getByRole('status').textContent?.replace(/[\u2060\u200b]/g, '');
}

it('presence of the user alone shows nothing', async () => {
  expect(await textOf([])).toBe('');
});

it('one other person is shown by name', async () => {
  expect(await textOf([person(7, 'Noy')])).toBe('NNoy is here too');
});

it('up to three people are named, and of more the others are counted', async () => {
  const others = [person(7, 'Noy'), person(8, 'Kham'), person(9, 'Bee'), person(10, 'Dao')];
  expect(await textOf(others.slice(0, 3))).toBe('NKBNoy, Kham and Bee are here too');
  document.body.replaceChildren();
  expect(await textOf(others)).toBe('NKBNoy, Kham and 2 others are here too');
});

it('person who is editing comes first', async () => {
  const others = [person(7, 'Noy'), person(8, 'Kham', true)];
  expect(await textOf(others)).toBe('NKKham is editing · Noy is here too');
});

it('several people who are editing are all shown by name', async () => {
  const others = [person(7, 'Noy', true), person(8, '', true)];
  expect(await textOf(others)).toBe('NSNoy, Staff are editing');
});

it('presence text is in Lao', async () => {
  expect(await textOf([person(7, 'Noy', true)], 'la')).toBe('NNoy ກຳລັງແກ້ໄຂຢູ່');
});
