import { describe, expect, it } from 'vitest';
import type { ContentBody } from './content-api';
import { changedNames, missingTexts, rebasedBody, scheduleOf } from './content-form';
import { itemOf, keyOf } from './content-kinds';
import { blankBody } from './content-schema';

const promotion = (change: ContentBody = {}): ContentBody => ({
  ...blankBody('promotion'),
  title: { la: 'ຫຼຸດ', en: 'Deals' },
  published: true,
  ...change,
});

describe('content form', () => {
  it.each([
    [promotion({ published: false }), 'unpublished'],
    [promotion({ starts: '2026-12-02' }), 'scheduled'],
    [promotion({ starts: '2026-12-01', ends: '2026-12-01' }), 'shown'],
    [promotion({ ends: '2026-11-30' }), 'ended'],
    [promotion(), 'shown'],
  ])('schedule of an item is converted to days of the shop', (body, schedule) => {
    expect(scheduleOf(body, '2026-12-01')).toBe(schedule);
  });

  it('texts in one language only are counted in lists as well', () => {
    const item = { id: 1, label: { la: 'ຮ້ານ', en: '' }, sublabel: null, href: '/', children: [] };
    const menu = { items: [{ ...item, children: [item] }] };
    expect(missingTexts('menu', menu)).toBe(2);
    expect(missingTexts('branch', { ...blankBody('branch'), b_name: 'ສາຂາ' })).toBe(1);
    expect(missingTexts('promotion', promotion())).toBe(0);
  });

  it('typed text is kept when another person changes other fields', () => {
    const base = promotion();
    const typed = promotion({ ends: '2026-12-31' });
    const theirs = promotion({ starts: '2026-12-01' });
    const form = rebasedBody(typed, base, theirs);
    expect(form).toEqual(promotion({ starts: '2026-12-01', ends: '2026-12-31' }));
    expect(changedNames(form, theirs)).toEqual(['ends']);
  });

  it('key of an item in a URL keeps the slug', () => {
    expect(keyOf('page', 'news/1')).toBe('page~news~1');
    expect(itemOf('page~news~1')).toEqual({ kind: 'page', itemId: 'news/1' });
    expect(itemOf('price~1')).toBeUndefined();
    expect(itemOf('page')).toBeUndefined();
  });
});
