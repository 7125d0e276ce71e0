import { useEffect, useEffectEvent } from 'react';

type OtpCredential = Credential & { code?: string };
type OtpRequest = CredentialRequestOptions & { otp: { transport: ['sms'] } };

/**
 * Reads the code from an SMS that names this site (WebOTP API), in browsers that support it and with the user's
 * consent.
 */
export function useSmsCode(awaited: object | null, onCode: (code: string) => void): void {
  const take = useEffectEvent(onCode);
  useEffect(() => {
    if (!awaited || !('OTPCredential' in window)) return;
    const ending = new AbortController();
    const request: OtpRequest = { otp: { transport: ['sms'] }, signal: ending.signal };
    navigator.credentials
      .get(request)
      .then((found) => {
        const code = (found as OtpCredential | null)?.code;
        if (code && !ending.signal.aborted) take(code);
      })
      // The user declined, or typed the code first.
      .catch(() => {});
    return () => ending.abort();
  }, [awaited]);
}
