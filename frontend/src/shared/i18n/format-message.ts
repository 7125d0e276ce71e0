import { formatNumber } from '@/shared/format/kip';

/** A parsed ICU message: texts, and arguments as `[name]` or `[name, 'plural', forms]`. */
type Part = string | [name: string] | [name: string, kind: string, forms: Forms];
type Forms = Record<string, Message>;
export type Message = string | Part[];
export type Messages = Record<string, Message>;
type Value = string | number;
export type Values = Record<string, Value>;
/** `rules` pick the plural form. In a right-to-left text what is filled in must not turn its neighbours around. */
type LocaleRules = { rules: Intl.PluralRules; isolates?: boolean };

/**
 * A message with its values. Figures are written as the page writes all its figures, for browsers lack the data of Lao
 * and Khmer and answer in another language's style.
 */
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
