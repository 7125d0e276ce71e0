import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { useT } from '@/language/context';
import { Button } from '@/ui/Button';
import { toast } from '@/ui/toast';
import { payInSandbox } from './api';
import type { OrderView } from './OrderGate';

/** In a shop that tries payments out, the page can pay. */
export function SandboxPay({ order, refetch }: OrderView) {
  const t = useT();
  const [isPaying, setIsPaying] = useState(false);
  if (!order.payment.sandbox) return null;
  const pay = async () => {
    setIsPaying(true);
    try {
      await payInSandbox(order.payment.reference);
      await refetch();
    } catch {
      toast.error(t('form.failed'));
    }
    setIsPaying(false);
  };
  return (
    <Button kind="soft" icon={FlaskConical} isLoading={isPaying} onClick={() => void pay()}>
      {t('pay.sandbox')}
    </Button>
  );
}
