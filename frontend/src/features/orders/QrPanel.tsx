import { Download, Timer, WifiOff } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { Amount } from '@/domain/catalog/Price';
import { ApiError } from '@/shared/api/client';
import { useNow } from '@/shared/hooks/use-now';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { QrCode } from '@/shared/ui/QrCode';
import { qrImage } from '@/shared/ui/qr-image';
import { CheckPayment } from './CheckPayment';
import { CopyRow } from './CopyRow';
import type { OrderView } from './OrderGate';
import { countdown } from './payment-polling';
import { SandboxPay } from './SandboxPay';
import { saveQr } from './save-qr';

/** QR code for a bank's app, to be scanned or saved as an image. */
export function QrPanel(view: OrderView) {
  const t = useT();
  const { payment, totals, number } = view.order;
  // The server replaces the code when the items of the order change.
  const { qr_payload } = payment;
  const image = useMemo(() => qr_payload && qrImage(qr_payload), [qr_payload]);
  const isOffline = view.error instanceof ApiError && view.error.code === 'offline';
  return (
    <section
      aria-labelledby="pay-title"
      className="grid justify-items-center gap-4 rounded-lg bg-action-soft px-4 py-6 text-center"
    >
      <h2 id="pay-title" className="text-md font-semibold">
        {t('pay.scan')}
      </h2>
      {image && <QrCode image={image} label={t('pay.qrLabel')} />}
      <p className="text-2xl">
        <Amount value={totals.total} />
      </p>
      <TimeLeft {...view} />
      {isOffline && (
        <p role="status" className="flex items-center gap-1.5 text-sm text-warn">
          <Icon of={WifiOff} size="s" />
          <LocalizedText>{t('pay.offline')}</LocalizedText>
        </p>
      )}
      <div className="flex flex-wrap justify-center gap-2">
        {image && (
          <Button icon={Download} onClick={() => void saveQr(image, `${number}.png`)}>
            {t('pay.saveQr')}
          </Button>
        )}
        <CheckPayment {...view} />
        <SandboxPay {...view} />
      </div>
      <dl className="w-full max-w-100 text-start">
        <CopyRow name={t('pay.reference')} value={payment.reference} />
      </dl>
      <p className="max-w-100 text-xs text-text-3">
        <LocalizedText>{t('pay.samePhone')}</LocalizedText>
      </p>
    </section>
  );
}

/** Countdown of the payment deadline. At its end the order is refetched, because the server's clock decides. */
function TimeLeft({ order, refetch }: OrderView) {
  const t = useT();
  const left = countdown(order.payment.expires_at, useNow(1000));
  const isOver = left === null && Boolean(order.payment.expires_at);
  useEffect(() => {
    if (isOver) void refetch();
  }, [isOver, refetch]);
  if (!order.payment.expires_at) return null;
  return (
    <p role="timer" aria-live="off" className="flex items-center gap-2 text-sm text-text-3">
      <Icon of={Timer} />
      {left === null ? (
        t('pay.timeUp')
      ) : (
        <>
          {t('pay.expiresIn')} <b className="num text-text">{left}</b>
        </>
      )}
    </p>
  );
}
