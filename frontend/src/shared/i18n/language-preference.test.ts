// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formatKip } from '@/shared/format/kip';
import { setFormats } from '@/shared/format/page-formats';
import {
  clearPreference,
  preferredUnrouted,
  preferUnrouted,
  resolveLanguage,
  shownLanguage,
} from './language-preference';
import { DEFAULT_LANGUAGE, languageOf } from './languages';
import { loadMessagePart, loadMessages } from './load-messages';

const english = languageOf('en') ?? DEFAULT_LANGUAGE;

beforeEach(() => clearPreference());
afterEach(() => {
  clearPreference();
  setFormats(undefined);
});

describe('stored language', () => {
  it('is the cookie the translation widget reads', () => {
    preferUnrouted('fr');
    expect(document.cookie).toContain('googtrans=/auto/fr');
    expect(preferredUnrouted()).toBe('fr');
  });

  it('is removed when cleared', () => {
    preferUnrouted('fr');
    clearPreference();
    expect(document.cookie).not.toContain('googtrans');
    expect(preferredUnrouted()).toBeUndefined();
  });

  it.each(['/auto/xx', '/auto/en', '/auto/zh-CN', 'fr', '/auto/fr-CA'])(
    'ignores the unknown value %s',
    (value) => {
      // biome-ignore lint/suspicious/noDocumentCookie: what another script may have left
      document.cookie = `googtrans=${value};path=/`;
      expect(preferredUnrouted()).toBeUndefined();
    },
  );
});

describe('page language', () => {
  it('is that of the URL', async () => {
    expect(await resolveLanguage(english)).toBe(english);
    expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['en', 'ltr']);
  });

  it('is the stored language before that of the URL, with texts, numbers and direction', async () => {
    preferUnrouted('ar');
    const language = await resolveLanguage(english);
    expect(language).toMatchObject({ code: 'en', tag: 'ar', dir: 'rtl', messages: 'ar' });
    expect(shownLanguage()).toBe(language);
    expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['ar', 'rtl']);
    const t = await loadMessages(language);
    await loadMessagePart('buying');
    expect(t('nav.home')).toBe('الرئيسية');
    expect(t('totals.pointCount', { count: 2 })).toBe('نقطتان');
    expect(t('service.call', { phone: '020 0000 101' })).toContain('\u2068020 0000 101\u2069');
  });

  it('formats numbers for the language', async () => {
    preferUnrouted('de');
    await resolveLanguage(english);
    expect(formatKip(58000)).toBe('₭58.000,00');
  });
});
