import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import { toast } from '@/shared/ui/toast';
import { type ContactMessage, renewMessages, setDone } from './staff-messages-api';

export type DoneMessage = { message: ContactMessage; at: number };

/** Marks messages as done or open, one at a time, and remembers the last one for the undo. */
export function useMessageDone() {
  const t = useT();
  const client = useQueryClient();
  const [runningId, setRunningId] = useState<number | null>(null);
  const [last, setLast] = useState<DoneMessage | null>(null);

  const mark = async (message: ContactMessage, done: boolean): Promise<boolean> => {
    if (runningId !== null) return false;
    setRunningId(message.contact_id);
    let isDone = false;
    try {
      const changed = await setDone(message.contact_id, done);
      setLast(done ? { message: changed, at: Date.now() } : null);
      isDone = true;
    } catch (error) {
      const detail = errorText(t, error);
      toast.error(t('office.actionFailed'), detail ? { detail } : {});
    }
    await renewMessages(client);
    setRunningId(null);
    return isDone;
  };
  return { mark, runningId, last, clearLast: () => setLast(null) };
}
