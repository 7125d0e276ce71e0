import { useEffect, useEffectEvent } from 'react';

type OtpCredential = Credential & { code?: string };
type OtpRequest = CredentialRequestOptions & { otp: { transport: ['sms'] } };

/** Reads the code of each awaited SMS that names this site (WebOTP), where the browser can and the shopper agrees. */
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
      // Refused, or the code was typed first.
      .catch(() => {});
    return () => ending.abort();
  }, [awaited]);
}
