import { useRouter } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';
import { OfficeButton } from './OfficeButton';

type ListPagerProps = {
  page: number;
  hasNext: boolean;
  onFirst: () => void;
  /** Opens the next page with the history state `isNextPage`. */
  onNext: () => void;
  /** Content at the start of the line. */
  children?: ReactNode;
};

/** Footer of a list with paging. */
export function ListPager({ page, hasNext, onFirst, onNext, children }: ListPagerProps) {
  const t = useT();
  const router = useRouter();
  if (page === 1 && !hasNext && !children) return null;

  /** Goes back in the history if this page was opened by "next"; otherwise to the first page. */
  const goBack = () => {
    if (router.state.location.state.isNextPage) router.history.back();
    else onFirst();
  };
  return (
    <div className="o-foot">
      <span className="tabular-nums">{t('office.page', { page })}</span>
      {children}
      <span className="o-grow" />
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
