import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';
import { EXACT } from '../shell/office-entries';
import type { ContentKind } from './content-api';
import { isSingle } from './content-kinds';

const searchOf = (kind: ContentKind) => (isSingle(kind) ? {} : { kind });

/** Breadcrumb of a content item. */
export function ContentCrumb({ kind }: { kind: ContentKind }) {
  const t = useT();
  return (
    <span className="o-crumb max-lg:hidden">
      <Link to="/staff/content" search={searchOf(kind)} activeOptions={EXACT}>
        {t('office.content')}
      </Link>
      <Icon of={ChevronRight} size="s" className="flip" />
    </span>
  );
}

/** Back button on phones. */
export function BackToContent({ kind }: { kind: ContentKind }) {
  const t = useT();
  return (
    <Link
      to="/staff/content"
      search={searchOf(kind)}
      activeOptions={EXACT}
      aria-label={t('office.content.back')}
      className="o-icon-btn lg:hidden -ms-3"
    >
      <Icon of={ChevronLeft} size="l" className="flip" />
    </Link>
  );
}
