import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { describe, expect, it } from 'vitest';
import { sources } from '@/testing/sources';
import { partOf } from '../../../scripts/messages-plugin';
import type { Message } from './format-message';
import { UNROUTED_TAGS } from './language-preference';
import { LANGUAGES } from './languages';
import { UNROUTED_NAMES } from './unrouted-language-names';

const catalogs: Record<string, Record<string, string>> = Object.fromEntries(
  sources(/i18n\/messages\/\w+\.json$/).map(({ path, text }) => [
    path.replace(/^.*\/|\.json$/g, ''),
    JSON.parse(text),
  ]),
);
const source = catalogs.la ?? {};
const code = sources(/\.tsx?$/)
  .filter(({ path }) => !/\.test\.|i18n\/(load|office)-messages/.test(path))
  .map(({ text }) => text)
  .join('\n');

const tags = new Map<string, string>([
  ...LANGUAGES.map(({ code, tag }) => [code, tag] as const),
  ...UNROUTED_TAGS.map((tag) => [tag, tag] as const),
]);

/** Arguments of a message, and the forms of its plurals as `name: few many one other`. */
function shapeOf(text: string): { names: Set<string>; plurals: string[] } {
  const names = new Set<string>();
  const plurals: string[] = [];
  const walk = (message: Message) => {
    if (typeof message === 'string') return;
    for (const part of message) {
      if (typeof part === 'string') continue;
      const [name, kind, forms] = part;
      names.add(name);
      if (!forms) continue;
      // A form for one number only (`=0`) is allowed besides those of the language.
      const own = Object.keys(forms).filter((form) => !/^\d/.test(form));
      plurals.push(`${kind}: ${own.sort().join(' ')}`);
      for (const form of Object.values(forms)) walk(form);
    }
  };
  // Like the build, JSON drops undefined values.
  walk(JSON.parse(JSON.stringify(compileMessage(text))));
  return { names, plurals };
}

const placeholders = (text: string | undefined) => [...shapeOf(text ?? '').names].sort().join();

/** Plural forms that whole numbers take in a language. `many` of French is for millions, which no text counts. */
function formsOf(tag: string): string {
  const rules = new Intl.PluralRules(tag);
  const forms = Array.from({ length: 1000 }, (_, count) => rules.select(count));
  return [...new Set([...forms, 'other'])].sort().join(' ');
}

it('every language of the header has messages', () => {
  expect(Object.keys(catalogs).sort()).toEqual([...tags.keys()].sort());
  expect(tags.size).toBe(19);
});

it('languages without a route are the same in the table, index.html and the first script', () => {
  expect(UNROUTED_NAMES.map(({ tag }) => tag)).toEqual(UNROUTED_TAGS);
  const page = readFileSync(join(import.meta.dirname, '../../../index.html'), 'utf8');
  expect(page).toContain(`(${UNROUTED_TAGS.join('|')})`);
});

describe.each(Object.entries(catalogs))('messages of %s', (code, texts) => {
  it('have the keys of the Lao messages, in the same order (scripts/missing-messages.mjs lists them)', () => {
    expect(Object.keys(texts)).toEqual(Object.keys(source));
  });

  it('have no empty text', () => {
    expect(Object.entries(texts).filter(([, text]) => !text.trim())).toEqual([]);
  });

  it('have the placeholders of the Lao messages', () => {
    const differing = Object.keys(source).filter(
      (key) => placeholders(texts[key]) !== placeholders(source[key]),
    );
    expect(differing).toEqual([]);
  });

  it('have the plural forms of the language', () => {
    const forms = formsOf(tags.get(code) ?? '');
    const wrong = Object.entries(texts).flatMap(([key, text]) =>
      shapeOf(text)
        .plurals.filter((plural) => plural !== `plural: ${forms}`)
        .map((plural) => `${key}: ${plural}`),
    );
    expect(wrong).toEqual([]);
  });

  it('have a plural where English has one', () => {
    if (formsOf(tags.get(code) ?? '') === 'other') return;
    const uncounted = Object.entries(catalogs.en ?? {})
      .filter(
        ([key, text]) => shapeOf(text).plurals.length && !shapeOf(texts[key] ?? '').plurals.length,
      )
      .map(([key]) => key);
    expect(uncounted).toEqual([]);
  });

  it('have no quote that the message format would interpret', () => {
    expect(Object.entries(texts).filter(([, text]) => /'[{}]/.test(text))).toEqual([]);
  });
});

it('message key is used as a literal', () => {
  expect(Object.keys(source).filter((key) => !code.includes(`'${key}'`))).toEqual([]);
});

describe('messages of the back office', () => {
  const office = Object.fromEntries(
    sources(/i18n\/messages\/office\/\w+\.json$/).map(({ path, text }) => [
      path.replace(/^.*\/|\.json$/g, ''),
      JSON.parse(text) as Record<string, string>,
    ]),
  );

  it('have the same keys and placeholders in Lao and English', () => {
    expect(Object.keys(office).sort()).toEqual(['en', 'la']);
    const { en = {}, la = {} } = office;
    expect(Object.keys(en)).toEqual(Object.keys(la));
    expect(
      Object.keys(la).filter((key) => placeholders(en[key]) !== placeholders(la[key])),
    ).toEqual([]);
    expect(Object.keys(la).filter((key) => key in source)).toEqual([]);
  });

  it.each(['en', 'la'])('have plural forms and no empty text: %s', (code) => {
    const forms = formsOf(tags.get(code) ?? '');
    const wrong = Object.entries(office[code] ?? {}).filter(
      ([, text]) =>
        !text.trim() || shapeOf(text).plurals.some((plural) => plural !== `plural: ${forms}`),
    );
    expect(wrong).toEqual([]);
  });

  it('have no unused key', () => {
    expect(Object.keys(office.la ?? {}).filter((key) => !code.includes(`'${key}'`))).toEqual([]);
  });
});

it('texts of a part are used only by code that loads with it', () => {
  const home =
    /^(features\/(account|branches|cart|catalog\/(collections|category-menu|product|shop|sitemap)|chat|checkout|content|image-search|inbox|notifications|office|orders|weather|wishlist)|shared\/forms|domain\/(addresses|chat|image-search|orders))\/|^features\/promotion\/(PromotionsPage|Type)|^app\/offline\/|^domain\/(branches\/BranchesFailure|cart\/(buy-again|cart-(actions|toasts))|session\/(AccountLayout|password-change|sign-out)|wishlist\/wishlist-toasts)|^shared\/(ui\/Toasts|i18n\/error-text)|^app\/shell\/(AccountLinks|PanelAccount|PanelTabs|SettingsTab)/;
  const inShell = sources(/\.tsx?$/)
    .filter(({ path }) => !/\.test\.|i18n\/(load|office)-messages/.test(path) && !home.test(path))
    .map(({ text }) => text)
    .join('\n');
  const keys = Object.keys(source).filter((key) => partOf(key));
  expect(keys.length).toBeGreaterThan(0);
  expect(keys.filter((key) => inShell.includes(`'${key}'`))).toEqual([]);
});
