// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type LanguageCode, languageOf } from '@/shared/i18n/languages';
import { loadMessages } from '@/shared/i18n/load-messages';
import { loadOfficeMessages } from '@/shared/i18n/office-messages';
import { failureText, faultText, unavailableText } from './fault-texts';
import type { CatalogImport, ImportDiagnostic, ImportPage } from './staff-imports-api';

const fault = (code: string, values: Record<string, string> = {}): ImportDiagnostic => ({
  file: 'products.csv',
  line: 2,
  column: 'price',
  value: '58.000',
  row: '101',
  reason: 'the sentence of the server',
  is_warning: false,
  code,
  values,
});

const translator = async (code: LanguageCode) => {
  const language = languageOf(code);
  if (!language) throw new Error(`no language ${code}`);
  await loadOfficeMessages(language);
  return loadMessages(language);
};

const t = { la: await translator('la'), en: await translator('en') };

it('fault with a known code is worded in the language, with its values', () => {
  const held = fault('stock_held', { id: '101', units: '5', held: '4' });
  expect(faultText(t.la, held).text).toContain('ສິນຄ້າ 101 ມີ 5 ໜ່ວຍ');
  expect(faultText(t.en, held)).toEqual({
    text: 'Product 101 has 5 units, of which 4 are held for open orders.',
    english: '',
  });
  expect(faultText(t.en, fault('html', { count: '1' })).text).toMatch(/^1 text had HTML/);
});

const ROOT = join(import.meta.dirname, '../../../../..');

/** Codes that a source file of the server gives. */
const codesOf = (path: string, pattern: RegExp): string[] =>
  [...readFileSync(join(ROOT, path), 'utf8').matchAll(pattern)].map(([, code]) => code ?? '');

/** Codes of the faults and warnings that a file of Rust words as a `Reason`. */
const reasonCodes = (path: string): string[] => codesOf(path, /Reason::new\(\s*"(\w+)"/g);

const rustFiles = (crate: string): string[] =>
  readdirSync(join(ROOT, crate), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.rs'))
    .map((path) => join(crate, path));

/** Codes of the faults and warnings in all files of a crate. */
const crateCodes = (crate: string): string[] => rustFiles(crate).flatMap(reasonCodes);

it('every code that the server can give has a text in both languages', () => {
  const gateway = 'services/catalog-gateway/src';
  const codes = new Set([
    // The folder, its zip file, its documents and its pictures; other files and their mappings.
    ...crateCodes('crates/catalog-folder/src'),
    ...crateCodes('crates/catalog-conversion/src'),
    ...codesOf('crates/catalog-conversion/src/write.rs', /code: "(\w+)"/g),
    ...reasonCodes(`${gateway}/import/source.rs`),
    ...codesOf(`${gateway}/import/mod.rs`, /code: "(\w+)"/g),
    ...codesOf(`${gateway}/store/import/stock.rs`, /\("(\w+)", values\)/g),
  ]);
  const some = [
    'archive_incomplete',
    'not_json',
    'not_image',
    'format_unknown',
    'mapping_unreadable',
    'workbook_protected',
    'columns_not_read',
    'no_stock_column_new',
    'stock_held',
    'stock_added_before',
    'image_not_fetched',
  ];
  expect(some.filter((code) => !codes.has(code))).toEqual([]);
  const withoutText = [...codes].filter((code) => {
    const texts = [t.la, t.en].map((of) => faultText(of, fault(code, { count: '2' })).text);
    return texts.includes('') || texts[0] === texts[1];
  });
  expect(withoutText).toEqual([]);
});

const failed = (
  error_code: string | null,
  error_values: Record<string, string> = {},
): CatalogImport => ({
  import_id: '1',
  state: 'failed',
  file_name: 'catalog.zip',
  bytes: 1,
  received: 1,
  replace: false,
  by: null,
  created_at: '2026-11-21T15:40:00+07:00',
  ended_at: '2026-11-21T15:41:00+07:00',
  progress: null,
  fault_count: 0,
  tables: [],
  error: 'the sentence of the server',
  error_code,
  error_values,
  can_repeat: true,
  preview_outdated: false,
  preview: null,
  ends_demo: false,
});

it('every reason of a failed import that the server can give has a text in both languages', () => {
  const imports = 'services/catalog-gateway/src/import';
  const codes = [`${imports}/failure.rs`, `${imports}/job.rs`].flatMap((path) =>
    codesOf(path, /=> "(\w+)"/g),
  );
  const some = ['process_ended', 'folder_in_the_way', 'nothing_changed', 'no_media'];
  expect(some.filter((code) => !codes.includes(code))).toEqual([]);
  const withoutText = codes.filter((code) => {
    const texts = [t.la, t.en].map((of) => failureText(of, failed(code)).text);
    return texts.includes('') || texts[0] === texts[1];
  });
  expect(withoutText).toEqual([]);
});

it('reason of a failed import has its values, and its cause stays English', () => {
  const folder = failed('folder_in_the_way', { path: 'c/2.png' });
  expect(failureText(t.la, folder).text).toContain('media/c/2.png');
  expect(failureText(t.en, folder)).toEqual({
    text: 'The shop has a folder media/c/2.png, so a file of that name cannot be added. Nothing was changed: rename the file.',
    english: '',
  });
  expect(failureText(t.la, failed('branches_missing', { hint: 'no answer' })).english).toBe(
    'no answer',
  );
});

it.each([null, 'of_a_later_release', 'constructor'])(
  'reason of a failed import with the code %s is the sentence of the server',
  (code) => {
    const text = { text: '', english: 'the sentence of the server' };
    expect(failureText(t.la, failed(code))).toEqual(text);
  },
);

it('value of a sentence of the server is in both texts, unless it is English', () => {
  const counted = fault('columns_not_read', { count: '2', columns: 'Remark, Shelf' });
  expect(faultText(t.en, counted).text).toBe('2 columns are not read: Remark, Shelf');
  expect(faultText(t.la, counted).text).toBe('ບໍ່ໄດ້ອ່ານ 2 ຖັນ: Remark, Shelf');
  const hint = 'unclosed array, expected `]`';
  expect(faultText(t.la, fault('mapping_unreadable', { hint }))).toEqual({
    text: 'ອ່ານຄວາມໝາຍຂອງຖັນບໍ່ໄດ້:',
    english: hint,
  });
});

it('hint of a fault with a known code is worded in the language, with its values', () => {
  const hint = 'it could mean 58.000 or 58000; write it without .';
  const numbers = { decimal: '58.000', whole: '58000', separator: '.' };
  const held = fault('not_kip', { hint, hint_code: 'two_numbers', ...numbers });
  expect(faultText(t.en, held)).toEqual({
    text: 'It must be a whole number of kip, digits only. It could mean 58.000 or 58000: write it without “.”.',
    english: '',
  });
  const { text, english } = faultText(t.la, held);
  expect(text).toContain('ອາດໝາຍເຖິງ 58.000 ຫຼື 58000');
  expect([english, text.includes('could')]).toEqual(['', false]);
});

it('every code of a hint that the server can give has a text in both languages', () => {
  const codes = rustFiles('crates/catalog-folder/src').flatMap((path) =>
    codesOf(path, /Hint::new\(\s*"(\w+)"/g),
  );
  const some = ['two_days', 'two_numbers', 'other_currency', 'percent_or_share'];
  expect(some.filter((code) => !codes.includes(code))).toEqual([]);
  const withoutText = codes.filter((code) => {
    const texts = [t.la, t.en].map((of) =>
      faultText(of, fault('not_kip', { hint: 'in English', hint_code: code })),
    );
    return texts.some(({ english }) => english !== '') || texts[0]?.text === texts[1]?.text;
  });
  expect(withoutText).toEqual([]);
});

it.each([undefined, 'of_a_later_release', 'constructor'])(
  'hint with the code %s stays English behind the text of its fault',
  (hint_code) => {
    const hint = 'did you mean 58000?';
    const { text, english } = faultText(
      t.la,
      fault('not_kip', hint_code ? { hint, hint_code } : { hint }),
    );
    expect(text).toMatch(/^ຕ້ອງເປັນຈຳນວນກີບເຕັມ/);
    expect(english).toBe(hint);
  },
);

it.each(['', 'of_a_later_release', 'constructor'])(
  'fault with the code "%s" is the sentence of the server',
  (code) => {
    const text = { text: '', english: 'the sentence of the server' };
    expect(faultText(t.la, fault(code))).toEqual(text);
  },
);

it('reason why files cannot be imported has a text, and an unknown one is that of the server', () => {
  const page = (unavailable_code: string): ImportPage => ({
    success: true,
    data: [],
    next_cursor: null,
    available: false,
    unavailable_reason: 'no folder',
    unavailable_code,
    max_bytes: 1,
  });
  expect(unavailableText(t.la, page('no_media')).text).toMatch(/^ເຊີບເວີ/);
  expect(unavailableText(t.la, page('other')).english).toBe('no folder');
});
