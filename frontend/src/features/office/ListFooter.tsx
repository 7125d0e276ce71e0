import { useRouter } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatNumber } from '@/shared/format/kip';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { Icon } from '@/shared/ui/Icon';
import { OfficeButton } from './OfficeButton';

type ListFooterProps = {
  /** Page number, from 1. */
  page: number;
  pageSize: number;
  /** Number of rows on this page, and on all pages. */
  count: number;
  total: number;
  hasNext: boolean;
  /** Keyboard shortcuts that are shown. */
  keys: [keys: string, label: MessageKey][];
  onFirst: () => void;
  onNext: () => void;
  /** Content after the range of rows. */
  children?: ReactNode;
};

/** Footer of a list: range of rows, keyboard shortcuts, and paging. */
export function ListFooter(props: ListFooterProps) {
  const { page, pageSize, count, total, hasNext, keys, onFirst, onNext, children } = props;
  const t = useT();
  const router = useRouter();
  if (count === 0) return null;
  const first = (page - 1) * pageSize + 1;

  /** Goes back in the history if this page was opened by "next"; otherwise to the first page. */
  const goBack = () => {
    if (router.state.location.state.isNextPage) router.history.back();
    else onFirst();
  };
  return (
    <div className="o-foot">
      <span className="tabular-nums">
        {t('office.range', { first, last: first + count - 1, total: formatNumber(total) })}
      </span>
      {children}
      <span className="o-grow" />
      {keys.map(([names, label]) => (
        <span key={names} className="max-lg:hidden">
          {names.split(' ').map((name) => (
            <kbd key={name} className="me-1">
              {name}
            </kbd>
          ))}
          {t(label)}
        </span>
      ))}
      <span className="o-grow max-lg:hidden" />
      <OfficeButton kind="quiet" disabled={page === 1} onClick={goBack}>
        <Icon of={ChevronLeft} size="s" className="flip" />
        {t('action.previous')}
      </OfficeButton>
      <OfficeButton kind="quiet" disabled={!hasNext} onClick={onNext}>
        {t('action.next')}
        <Icon of={ChevronRight} size="s" className="flip" />
      </OfficeButton>
    </div>
  );
}
