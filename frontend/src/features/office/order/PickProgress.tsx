import { useT } from '@/shared/i18n/language-context';

/** Number of lines of an order that are ticked off, in words and as a bar. */
export function PickProgress({ done, count }: { done: number; count: number }) {
  const t = useT();
  return (
    <span className="o-row o-note">
      <span role="status" className="tabular-nums">
        {t('office.picked', { done, count })}
      </span>
      <span aria-hidden className="o-picked">
        <i ref={(bar) => bar?.style.setProperty('width', `${(done / count) * 100}%`)} />
      </span>
    </span>
  );
}
