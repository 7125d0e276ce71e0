import { useT } from '@/shared/i18n/language-context';
import { cx } from '@/shared/ui/cx';
import { Ltr } from '@/shared/ui/Ltr';

const MAX_LENGTH = 1000;
const WARN_LENGTH = 700;
const DANGER_LENGTH = 900;

/** Shows the length of the text. It warns but does not limit. */
export function CharacterCounter({ length }: { length: number }) {
  const t = useT();
  const level = length > DANGER_LENGTH ? 'danger' : length > WARN_LENGTH ? 'warn' : undefined;
  return (
    <>
      <Ltr
        data-counter={level ?? 'plain'}
        aria-hidden
        className={cx(
          'num ms-auto text-xs',
          level === 'danger' && 'font-semibold text-err',
          level === 'warn' && 'font-semibold text-warn',
          !level && 'text-text-3',
        )}
      >
        {length}/{MAX_LENGTH}
      </Ltr>
      <span role="status" className="sr-only">
        {level && t('chat.length', { length: Math.floor(length / 50) * 50 })}
      </span>
    </>
  );
}
