import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { cacheOrder, orderQuery } from '@/domain/orders/order-queries';
import type { Order } from '@/domain/orders/order-types';
import { ApiError } from '@/shared/api/client';
import { problemText } from '@/shared/forms/problem-text';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { toast } from '@/shared/ui/toast';
import { cancelOrder } from './order-api';

/** Button that cancels an order after a confirmation in its place. */
export function CancelOrder({ order }: { order: Order }) {
  const t = useT();
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);
  const isPaid = order.payment.status === 'paid';

  // The question replaces the button, and the button the question.
  useEffect(() => {
    if (wasAsking.current && !isAsking) opener.current?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);

  const cancel = async () => {
    setIsSending(true);
    try {
      cacheOrder(client, await cancelOrder(String(order.order_id)));
      toast.success(t('order.cancelled'));
    } catch (error) {
      const isTooLate = error instanceof ApiError && error.status === 409;
      toast.error(isTooLate ? t('order.tooLate') : problemText(error, t));
      void client.invalidateQueries({ queryKey: orderQuery(String(order.order_id)).queryKey });
    }
    setIsSending(false);
    setIsAsking(false);
  };

  if (!isAsking) {
    return (
      <Button
        ref={opener}
        kind="ghost"
        onClick={() => setIsAsking(true)}
        className="justify-self-start text-err!"
      >
        {t('order.cancel')}
      </Button>
    );
  }
  return (
    <section aria-label={t('order.cancel')} className="rounded-md bg-err-soft p-4 text-sm">
      <p className="font-semibold">
        <LocalizedText>{t('order.cancelAsk')}</LocalizedText>
      </p>
      <p className="text-text-2">
        <LocalizedText>{t(isPaid ? 'order.cancelPaid' : 'order.cancelText')}</LocalizedText>
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button kind="danger" isLoading={isSending} onClick={() => void cancel()}>
          {t('order.cancelYes')}
        </Button>
        <Button kind="outline" autoFocus onClick={() => setIsAsking(false)} className="bg-surface">
          {t('order.cancelNo')}
        </Button>
      </div>
    </section>
  );
}
