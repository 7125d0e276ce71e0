import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatPhone } from '@/shared/forms/phone';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import { InlineAlert } from '@/shared/ui/Notice';
import { toast } from '@/shared/ui/toast';
import {
  clearUndeliverable,
  type UndeliverableAddress,
  undeliverableQuery,
} from '../customers/staff-customers-api';
import { OfficeButton } from '../OfficeButton';
import { CHANNEL_TEXTS } from '../outbox/outbox-words';

/** Notice of addresses to which messages could not be delivered, each with a button that tries them again. */
export function UndeliverableNotice({ cusId }: { cusId: number }) {
  const t = useT();
  const client = useQueryClient();
  const query = undeliverableQuery(cusId);
  const { data: addresses = [] } = useQuery(query);
  const [running, setRunning] = useState<string | null>(null);

  const clear = async ({ channel }: UndeliverableAddress) => {
    setRunning(channel);
    try {
      await clearUndeliverable(cusId, channel);
      toast.success(t('office.customer.undeliverableCleared'));
    } catch (error) {
      const detail = errorText(t, error);
      toast.error(t('office.actionFailed'), detail ? { detail } : {});
    }
    await client.invalidateQueries({ queryKey: query.queryKey });
    setRunning(null);
  };
  return addresses.map((one) => (
    <InlineAlert
      key={one.channel}
      kind="warn"
      title={t('office.customer.undeliverable', {
        address: one.channel === 'email' ? one.recipient : formatPhone(one.recipient),
        channel: t(CHANNEL_TEXTS[one.channel]),
      })}
    >
      <p>{t('office.customer.undeliverableText')}</p>
      {one.detail && (
        <p className="o-note wrap-anywhere">
          <bdi>{one.detail}</bdi>
        </p>
      )}
      <OfficeButton kind="soft" isLoading={running === one.channel} onClick={() => void clear(one)}>
        {t('office.customer.undeliverableClear')}
      </OfficeButton>
    </InlineAlert>
  ));
}
