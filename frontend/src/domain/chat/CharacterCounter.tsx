import { useT } from '@/shared/i18n/language-context';
import { cx } from '@/shared/ui/cx';

const FULL = 1000;
const WARN = 700;
const DANGER = 900;

/** How long the text is; it says so and stops nobody. */
export function Counter({ length }: { length: number }) {
  const t = useT();
  const level = length > DANGER ? 'danger' : length > WARN ? 'warn' : undefined;
  return (
    <>
      <span
        data-counter={level ?? 'plain'}
        aria-hidden
        dir="ltr"
        className={cx(
          'num ms-auto text-xs',
          level === 'danger' && 'font-semibold text-err',
          level === 'warn' && 'font-semibold text-warn',
          !level && 'text-text-3',
        )}
      >
        {length}/{FULL}
      </span>
      <span role="status" className="sr-only">
        {level && t('chat.length', { length: Math.floor(length / 50) * 50 })}
      </span>
    </>
  );
}
