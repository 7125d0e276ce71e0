import { useT } from '@/shared/i18n/language-context';
import { Ltr } from '@/shared/ui/Ltr';
import { percentText } from './sales-figures';

type ChangeTextProps = {
  /** Change in tenths of a percent; undefined if the earlier value is 0. */
  change: number | undefined;
  /** Whether the text names the compared period. */
  isSentence?: boolean;
};

/** Change against the week before, with its sign. */
export function ChangeText({ change, isSentence = false }: ChangeTextProps) {
  const t = useT();
  if (change === undefined) {
    return <span className="o-note">{isSentence ? t('office.noWeekBefore') : '—'}</span>;
  }
  const percent = percentText(change);
  if (!isSentence) {
    const sign = change > 0 ? '+' : change < 0 ? '−' : '';
    return (
      <Ltr data-change={kindOf(change)} className="o-change-percent">
        {sign}
        {percent}
      </Ltr>
    );
  }
  return (
    <span data-change={kindOf(change)} className="o-change-percent">
      {change !== 0 && <span aria-hidden>{change > 0 ? '▲ ' : '▼ '}</span>}
      {t(change === 0 ? 'office.asMuch' : change > 0 ? 'office.moreThan' : 'office.lessThan', {
        percent,
      })}
    </span>
  );
}

const kindOf = (change: number) => (change === 0 ? undefined : change > 0 ? 'more' : 'less');
