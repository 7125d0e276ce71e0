import type { Translate } from '@/shared/i18n/load-messages';
import type { AuditEntry } from './staff-audit-api';

export type DetailContext = { t: Translate; language: 'la' | 'en'; entry: AuditEntry };

/** Details of one kind of action in the reader's language; undefined for a form that it does not know, which is shown unchanged. */
export type DetailText = (detail: string, context: DetailContext) => string | undefined;

/** Value of a word that the detail has; undefined for an unknown word. */
export const known = <Value>(values: Record<string, Value>, word: string): Value | undefined =>
  Object.hasOwn(values, word) ? values[word] : undefined;

export const partsText = (detail: string, textOf: (part: string) => string): string =>
  detail.split(', ').map(textOf).join(', ');
