import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';
import { lastList } from '../last-list';
import { EXACT } from '../shell/office-entries';

/** Breadcrumb of the order page. */
export function OrdersCrumb() {
  const t = useT();
  return (
    <span className="o-crumb max-lg:hidden">
      <Link to="/staff/orders" search={{}} activeOptions={EXACT}>
        {t('office.orders')}
      </Link>
      <Icon of={ChevronRight} size="s" className="flip" />
    </span>
  );
}

/** Back button on phones, to the list as it was last shown. */
export function BackToOrders() {
  const t = useT();
  return (
    <Link
      to="/staff/orders"
      search={lastList('orders')}
      activeOptions={EXACT}
      aria-label={t('office.backToOrders')}
      className="o-icon-btn lg:hidden -ms-3"
    >
      <Icon of={ChevronLeft} size="l" className="flip" />
    </Link>
  );
}
