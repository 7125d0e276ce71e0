import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import { toast } from '@/shared/ui/toast';
import { type OutboxMessage, renewOutbox, resendMessage } from './staff-outbox-api';

/** Resends messages, one at a time. */
export function useResend() {
  const t = useT();
  const client = useQueryClient();
  const [runningId, setRunningId] = useState<number | null>(null);

  const resend = async ({ message_id: id }: OutboxMessage) => {
    if (runningId !== null) return;
    setRunningId(id);
    try {
      await resendMessage(id);
      toast.success(t('office.outbox.resent'));
    } catch (error) {
      const detail = errorText(t, error);
      toast.error(t('office.actionFailed'), detail ? { detail } : {});
    }
    await renewOutbox(client);
    setRunningId(null);
  };
  return { resend, runningId };
}
