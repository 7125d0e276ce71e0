import { useEffect, useState } from 'react';
import { ApiError } from '@/shared/api/client';
import { formatPhone } from '@/shared/forms/phone';
import { useLanguage } from '@/shared/i18n/language-context';
import { type CodePurpose, requestCode } from './account-api';
import {
  clearSentCode,
  readSentCode,
  type SentCode,
  secondsUntil,
  writeSentCode,
} from './sent-code';

/** Seconds until another code may be requested, if the server does not say. */
const RESEND_S = 60;

/**
 * Requests one-time codes. Another code may be requested when `waitS` is 0. The code to sign in belongs to the tab,
 * so a closed dialog or a reloaded page continues with it.
 */
export function useCodeRequest(purpose: CodePurpose) {
  const { code: language } = useLanguage();
  const isStored = purpose === 'sign_in';
  const [sent, setSent] = useState<SentCode | null>(() => (isStored ? readSentCode() : null));
  const [isSending, setIsSending] = useState(false);
  const [waitS, setWaitS] = useState(() => (sent ? secondsUntil(sent.resendAt) : 0));

  useEffect(() => {
    if (waitS <= 0) return;
    const timer = setTimeout(() => setWaitS(waitS - 1), 1000);
    return () => clearTimeout(timer);
  }, [waitS]);

  /** Rejects with the server's error. */
  const send = async (identifier: string): Promise<void> => {
    setIsSending(true);
    try {
      const made = await request(identifier, purpose, language);
      setSent(made);
      setWaitS(secondsUntil(made.resendAt));
      if (isStored && made.expiresAt !== null) writeSentCode(made);
    } finally {
      setIsSending(false);
    }
  };

  const reset = () => {
    if (isStored) clearSentCode();
    setSent(null);
    setWaitS(0);
  };

  return { sent, isSending, waitS, send, reset };
}

/** Requests a code. Within the pause after the one before, that one is returned: it can still be entered. */
async function request(
  identifier: string,
  purpose: CodePurpose,
  language: string,
): Promise<SentCode> {
  const recipient = identifier.trim();
  try {
    const { data } = await requestCode({ identifier, purpose, language });
    return {
      identifier,
      // A code to confirm goes to a verified number or address of the account, which the server knows.
      recipient: data.recipient ? formatPhone(data.recipient) : recipient,
      expiresAt: Date.now() + data.expires_s * 1000,
      resendAt: Date.now() + data.resend_s * 1000,
    };
  } catch (error) {
    if (!(error instanceof ApiError && error.reason === 'code_sent')) throw error;
    const pauseS = error.details.retryAfterS ?? RESEND_S;
    return { identifier, recipient, expiresAt: null, resendAt: Date.now() + pauseS * 1000 };
  }
}
