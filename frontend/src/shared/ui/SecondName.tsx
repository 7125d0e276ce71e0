import { useLanguage } from '@/shared/i18n/language-context';
import { secondName } from '@/shared/i18n/second-name';
import { cx } from './cx';
import { LocalizedText } from './LocalizedText';

/** English name below a Lao one, for readers of neither Lao, Thai nor English; nothing for all others. */
export function SecondName({ la, en, className }: { la: string; en: string; className?: string }) {
  const second = secondName(la, en, useLanguage());
  if (!second) return null;
  return (
    <span lang="en" className={cx('line-clamp-1 text-xs font-normal text-text-3', className)}>
      <LocalizedText>{second}</LocalizedText>
    </span>
  );
}
