import { useEffect, useState } from 'react';
import { formatPhone } from '@/shared/forms/phone';
import { useLanguage } from '@/shared/i18n/language-context';
import { type CodePurpose, requestCode } from './account-api';

/** A one-time code that was sent. */
export type SentCode = { recipient: string; minutes: number };

/** Requests one-time codes. Another code may be requested when `waitS` is 0. */
export function useCodeRequest(purpose: CodePurpose) {
  const { code: language } = useLanguage();
  const [sent, setSent] = useState<SentCode | null>(null);
  const [isSending, setIsSending] = useState(false);
  const [waitS, setWaitS] = useState(0);

  useEffect(() => {
    if (waitS <= 0) return;
    const timer = setTimeout(() => setWaitS(waitS - 1), 1000);
    return () => clearTimeout(timer);
  }, [waitS]);

  /** Rejects with the server's error. */
  const send = async (recipient: string): Promise<void> => {
    setIsSending(true);
    try {
      const { data } = await requestCode({ identifier: recipient, purpose, language });
      setSent({
        // A code to confirm goes to a verified number or address of the account, which the server knows.
        recipient: data.recipient ? formatPhone(data.recipient) : recipient.trim(),
        minutes: Math.max(1, Math.round(data.expires_s / 60)),
      });
      setWaitS(data.resend_s);
    } finally {
      setIsSending(false);
    }
  };

  const reset = () => {
    setSent(null);
    setWaitS(0);
  };

  return { sent, isSending, waitS, send, reset };
}
