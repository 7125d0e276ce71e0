import { formatNumber } from '@/shared/format/kip';

/** A parsed ICU message: texts, and arguments as `[name]` or `[name, 'plural', forms]`. */
type Part = string | [name: string] | [name: string, kind: string, forms: Forms];
type Forms = Record<string, Message>;
export type Message = string | Part[];
export type Messages = Record<string, Message>;
type Value = string | number;
export type Values = Record<string, Value>;
/**
 * `rules` choose the plural form. With `isolates`, inserted values are isolated, so that they do not change the
 * direction of a right-to-left text.
 */
type LocaleRules = { rules: Intl.PluralRules; isolates?: boolean };

/** Formats a message with values. Numbers have the page's own format, because browsers lack data for Lao and Khmer. */
export function formatMessage(
  message: Message,
  values: Values,
  manner: LocaleRules,
  count?: Value,
): string {
  if (typeof message === 'string') return message;
  return message
    .map((part) => {
      if (part === '#' && count !== undefined) return formatPart(count);
      if (typeof part === 'string') return part;
      const [name, kind, forms] = part;
      const value = values[name] ?? '';
      if (kind === 'plural' && forms) return plural(forms, value, values, manner);
      return manner.isolates ? `\u2068${formatPart(value)}\u2069` : formatPart(value);
    })
    .join('');
}

const formatPart = (value: Value): string =>
  typeof value === 'number' ? formatNumber(value) : value;

function plural(forms: Forms, count: Value, values: Values, manner: LocaleRules): string {
  const form = manner.rules.select(Number(count));
  return formatMessage(
    forms[String(count)] ?? forms[form] ?? forms.other ?? '',
    values,
    manner,
    count,
  );
}
