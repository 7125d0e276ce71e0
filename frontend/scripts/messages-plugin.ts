import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';
import { LANGUAGES } from '../src/shared/i18n/languages.ts';

const PREFIX = 'virtual:messages/';

/**
 * Message parts that load with the pages that need them, by the first word of their keys or by whole keys. All other
 * messages load with the shell.
 */
export const PARTS: Record<string, string[]> = {
  buying: [
    'account',
    'action.copied',
    'action.copy',
    'address',
    'cart',
    'changes',
    'checkout',
    'delivery',
    'failure',
    'field',
    'form',
    'inquiry',
    'invoice',
    'limit',
    'login',
    'order',
    'orders',
    'paid',
    'panel',
    'pay',
    'payment',
    'person',
    'points',
    'refund',
    'register',
    'session',
    'status',
    'steps',
    'thanks',
    'toast',
    'totals',
    'transfer',
    'wishlist',
  ],
  branches: ['branches', 'weather'],
  notifications: ['notifications'],
  later: ['categoryMenu', 'visitedPages'],
  pages: [
    'career',
    'collections',
    'contact',
    'content',
    'help',
    'product',
    'promotion.all',
    'promotion.endingSoon',
    'promotion.none',
    'promotion.noneOfType',
    'promotion.noneText',
    'promotion.onSale',
    'promotion.running',
    'promotion.types',
    'purchase',
    'search.corrected',
    'search.results',
    'shop',
    'sitemap',
    'spec',
  ],
  imageSearch: ['imageSearch'],
  chat: ['chat', 'staff'],
};

/** Folder of the back office's messages, which exist in Lao and English only (`messages/office/`). */
const OFFICE = 'office';

/** Keys of the shell whose first word belongs to a part. */
const SHELL = [
  'chat.askProduct',
  'chat.show',
  'product.count',
  'product.deliveryMissing',
  'product.inStock',
  'product.quantity',
  'product.total',
  'product.zoomIn',
  'product.zoomOut',
  'product.zoomReset',
  'shop.allCategories',
];

/** Part of a key; undefined for the shell's. */
export function partOf(key: string): string | undefined {
  if (SHELL.includes(key)) return;
  const word = key.split('.')[0] ?? '';
  return Object.keys(PARTS).find((part) =>
    PARTS[part]?.some((name) => name === word || name === key),
  );
}
const folder = fileURLToPath(new URL('../src/shared/i18n/messages/', import.meta.url));

/** Texts that `index.html` shows if the scripts or messages of its page cannot be loaded. */
export function failureTexts(): string {
  return LANGUAGES.map(({ code, tag }) => {
    const texts = textsOf(`${folder}${code}.json`);
    return (
      `<div data-of="${code}" lang="${tag}" dir="ltr" role="alert"><h1>${texts['error.text']}</h1>` +
      `<p>${texts['error.offlineText']}</p><button type="button">${texts['action.retry']}</button></div>`
    );
  }).join('');
}

const textsOf = (file: string): Record<string, string> => JSON.parse(readFileSync(file, 'utf8'));

/**
 * Serves `virtual:messages/<code>`, the shell's texts of one language, `virtual:messages/<code>/<part>`, those of a
 * part, and `virtual:messages/all/<code>`. The ICU patterns are already parsed, so the parser never reaches the browser.
 */
export function catalogs(): Plugin {
  return {
    name: 'heuan-catalogs',
    transformIndexHtml: (html) => html.replace('<!--texts-->', failureTexts()),
    resolveId(id) {
      return id.startsWith(PREFIX) ? `\0${id}` : undefined;
    },
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return;
      const [first, second] = id.slice(PREFIX.length + 1).split('/');
      const isWhole = first === 'all';
      const [code, part] = isWhole ? [second] : [first, second];
      const isOffice = part === OFFICE;
      const file = `${folder}${isOffice ? `${OFFICE}/` : ''}${code}.json`;
      this.addWatchFile(file);
      const compiled = Object.fromEntries(
        Object.entries(textsOf(file))
          .filter(([key]) => isWhole || isOffice || partOf(key) === part)
          .map(([key, text]) => [key, compileMessage(text)]),
      );
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(compiled))});`;
    },
  };
}
