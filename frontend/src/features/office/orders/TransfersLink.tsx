import { Link } from '@tanstack/react-router';
import { Landmark } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';

/** Link to the page that finds the orders of a bank statement. */
export function TransfersLink() {
  const t = useT();
  return (
    <Link to="/staff/orders/transfers" data-kind="outline" className="o-btn">
      <Icon of={Landmark} size="s" />
      <span className="max-split:sr-only">{t('office.transfers.title')}</span>
    </Link>
  );
}
