import { Link } from '@tanstack/react-router';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { buttonStyle } from '@/shared/ui/button-style';
import { InlineAlert } from '@/shared/ui/Notice';

/** Notice in place of the proof: an account with open orders cannot be closed. */
export function OpenOrdersNotice({ onCancel }: { onCancel: () => void }) {
  const t = useT();
  return (
    <div className="mt-1 grid gap-3.5">
      <InlineAlert kind="warn" title={t('account.openOrders')} />
      <div className="flex flex-wrap gap-2">
        <Link to="/account/orders" onClick={onCancel} className={buttonStyle('primary')}>
          {t('session.orders')}
        </Link>
        <Button kind="outline" onClick={onCancel}>
          {t('action.cancel')}
        </Button>
      </div>
    </div>
  );
}
