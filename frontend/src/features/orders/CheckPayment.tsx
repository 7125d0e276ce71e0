import { useState } from 'react';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { toast } from '@/shared/ui/toast';
import type { OrderView } from './OrderGate';
import { isAwaited } from './payment-polling';

/** Button that checks the payment at once instead of waiting for the next poll. */
export function CheckPayment({ refetch }: OrderView) {
  const t = useT();
  const [isAsking, setIsAsking] = useState(false);
  const ask = async () => {
    setIsAsking(true);
    const { data, error } = await refetch();
    setIsAsking(false);
    if (error) toast.error(t('error.title'), { detail: errorText(t, error) });
    else if (data && isAwaited(data.data)) {
      if (data.data.payment.method === 'transfer')
        toast.info(t('transfer.notYet'), { detail: t('transfer.notYetText') });
      else toast.info(t('pay.notYet'), { detail: t('pay.notYetText') });
    }
  };
  return (
    <Button kind="outline" isLoading={isAsking} onClick={() => void ask()} className="bg-surface">
      {t('pay.havePaid')}
    </Button>
  );
}
