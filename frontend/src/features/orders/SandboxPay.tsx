import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { problemText } from '@/shared/forms/problem-text';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { toast } from '@/shared/ui/toast';
import type { OrderView } from './OrderGate';
import { payInSandbox } from './order-api';

/** Button that pays a test payment, in a shop with the sandbox provider. */
export function SandboxPay({ order, refetch }: OrderView) {
  const t = useT();
  const [isPaying, setIsPaying] = useState(false);
  if (!order.payment.sandbox) return null;
  const pay = async () => {
    setIsPaying(true);
    try {
      await payInSandbox(order.payment.reference);
      await refetch();
    } catch (error) {
      toast.error(problemText(error, t));
    }
    setIsPaying(false);
  };
  return (
    <Button kind="soft" icon={FlaskConical} isLoading={isPaying} onClick={() => void pay()}>
      {t('pay.sandbox')}
    </Button>
  );
}
