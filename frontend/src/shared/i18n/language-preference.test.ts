// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formatKip } from '@/shared/format/kip';
import { setFormats } from '@/shared/format/page-formats';
import {
  chooseOther,
  chosenOther,
  forgetOther,
  settleLanguage,
  shownLanguage,
} from './language-preference';
import { DEFAULT_LANGUAGE, languageOf } from './languages';
import { loadTexts, loadTextsOf } from './load-messages';

const english = languageOf('en') ?? DEFAULT_LANGUAGE;

beforeEach(() => forgetOther());
afterEach(() => {
  forgetOther();
  setFormats(undefined);
});

describe('the choice', () => {
  it('is the cookie the translation widget reads', () => {
    chooseOther('fr');
    expect(document.cookie).toContain('googtrans=/auto/fr');
    expect(chosenOther()).toBe('fr');
  });

  it('is gone when forgotten', () => {
    chooseOther('fr');
    forgetOther();
    expect(document.cookie).not.toContain('googtrans');
    expect(chosenOther()).toBeUndefined();
  });

  it.each(['/auto/xx', '/auto/en', '/auto/zh-CN', 'fr', '/auto/fr-CA'])(
    '%s is no choice among ours',
    (value) => {
      // biome-ignore lint/suspicious/noDocumentCookie: what another script may have left
      document.cookie = `googtrans=${value};path=/`;
      expect(chosenOther()).toBeUndefined();
    },
  );
});

describe('the language of a page', () => {
  it('is the one of its address', async () => {
    expect(await settleLanguage(english)).toBe(english);
    expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['en', 'ltr']);
  });

  it('is the one chosen, over the address, with its texts, figures and direction', async () => {
    chooseOther('ar');
    const language = await settleLanguage(english);
    expect(language).toMatchObject({ code: 'en', tag: 'ar', dir: 'rtl', catalogue: 'ar' });
    expect(shownLanguage()).toBe(language);
    expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['ar', 'rtl']);
    const t = await loadTexts(language);
    await loadTextsOf('buying');
    expect(t('nav.home')).toBe('الرئيسية');
    expect(t('totals.pointCount', { count: 2 })).toBe('نقطتان');
    expect(t('service.call', { phone: '020 0000 101' })).toContain('\u2068020 0000 101\u2069');
  });

  it('writes figures as the language does', async () => {
    chooseOther('de');
    await settleLanguage(english);
    expect(formatKip(58000)).toBe('₭58.000,00');
  });
});
