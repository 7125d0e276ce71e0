import { authFetch } from '@/shared/api/auth';
import type { components } from '@/shared/api/schema';
import type { Envelope } from '@/shared/api/types';

type Schemas = components['schemas'];
export type SecondFactorSecret = Schemas['SecondFactorSecret'];

const PATH = '/api/staff/second-factor';

/** Creates a secret for an authenticator app. It has no effect until its first code is confirmed. */
export const beginSecondFactor = async (current_password: string) =>
  (
    await authFetch<Envelope<SecondFactorSecret>>(PATH, {
      method: 'POST',
      body: { current_password },
    })
  ).data;

/** Confirms the secret by its first code, and returns recovery codes. */
export const confirmSecondFactor = async (code: string) =>
  (
    await authFetch<Envelope<Schemas['RecoveryCodes']>>(`${PATH}/confirm`, {
      method: 'POST',
      body: { code },
    })
  ).data.recovery_codes;

/** Replaces the recovery codes by new ones, which it returns. It needs a code of the app or a recovery code. */
export const renewRecoveryCodes = async (code: string) =>
  (
    await authFetch<Envelope<Schemas['RecoveryCodes']>>(`${PATH}/recovery-codes`, {
      method: 'POST',
      body: { code },
    })
  ).data.recovery_codes;

/** Verifies the session by a code of the app or a recovery code. */
export const verifySecondFactor = (code: string) =>
  authFetch(`${PATH}/verify`, { method: 'POST', body: { code } });
