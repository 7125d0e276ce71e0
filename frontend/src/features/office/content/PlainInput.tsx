import { useT } from '@/shared/i18n/language-context';
import type { EditControl } from '../product/EditField';

type PlainInputProps = {
  type: 'line' | 'href' | 'day' | 'hour' | 'flag';
  control: EditControl;
  value: unknown;
  onChange: (value: unknown) => void;
};

const INPUT_TYPES = {
  line: 'text',
  href: 'text',
  day: 'date',
  hour: 'time',
} as const;

/** Input of one value: a line of text, a link, a day, a time or a switch. */
export function PlainInput({ type, control, value, onChange }: PlainInputProps) {
  const t = useT();
  if (type === 'flag') {
    return (
      <span className="o-row min-h-11 lg:min-h-9">
        <span className="o-check">
          <input
            {...control}
            type="checkbox"
            checked={value === true}
            onChange={({ target }) => onChange(target.checked)}
          />
        </span>
        <span aria-hidden>{t(value === true ? 'office.rightYes' : 'office.rightNo')}</span>
      </span>
    );
  }
  return (
    <input
      {...control}
      type={INPUT_TYPES[type]}
      dir={type === 'href' ? 'ltr' : undefined}
      className="o-field"
      value={String(value ?? '')}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
