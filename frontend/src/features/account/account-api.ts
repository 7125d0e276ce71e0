import { authFetch, authQuery } from '@/shared/api/auth';
import { fetchFile } from '@/shared/api/file';
import type { components } from '@/shared/api/schema';
import type { Envelope } from '@/shared/api/types';
import type { LoginValues, ProfileValues, RegisterValues, ResetValues } from './account-schemas';

type Schemas = components['schemas'];
export type Customer = Schemas['Customer'];
export type Profile = Schemas['Profile'];
export type PointsEntry = Schemas['PointsEntry'];
export type SignedInDevice = Schemas['SignedInDevice'];
export type MessageChannel = Schemas['MessageChannel'];
export type MessageChannels = Schemas['MessageChannels'];

const PROFILE = '/api/auth/profile';

export const sessionsQuery = authQuery<Envelope<SignedInDevice[]>>('/api/auth/sessions');

export const endSession = (sessionId: string) =>
  authFetch(`/api/auth/sessions/${encodeURIComponent(sessionId)}`, { method: 'DELETE' });

/** Ends all sessions except the one of this browser. */
export const endOtherSessions = () => authFetch('/api/auth/sessions', { method: 'DELETE' });

type Signed = Envelope<{ customer: Customer }>;

export const profileQuery = authQuery<Envelope<Profile>>(PROFILE);

/** Confirms the present phone number or e-mail address by a code of the purpose `verify`. */
export const verifyProfile = (body: { identifier: string; code: string }) =>
  authFetch<Envelope<Profile>>(`${PROFILE}/verify`, { method: 'POST', body });

export const register = async (body: RegisterValues) =>
  (await authFetch<Signed>('/api/auth/register', { method: 'POST', body })).data.customer;

export const login = async (body: LoginValues) =>
  (await authFetch<Signed>('/api/auth/login', { method: 'POST', body })).data.customer;

export type CodePurpose = Schemas['CodePurpose'];

/** Whether the shop can send codes to phone numbers and to e-mail addresses. It is not retried: without it, passwords are used. */
export const codeChannelsQuery = {
  ...authQuery<Envelope<Schemas['CodeChannels']>>('/api/auth/code'),
  retry: false,
};

/** Sends a one-time code, if the recipient can be reached. */
export const requestCode = (body: { identifier: string; purpose: CodePurpose; language: string }) =>
  authFetch<Envelope<Schemas['RequestedCode']>>('/api/auth/code', { method: 'POST', body });

/**
 * Treatment of an account that was registered with the number or address and that no code has confirmed: its password proves
 * that it is the customer's, otherwise the code opens a new one.
 */
export type UnverifiedAccount = { account_password: string } | { starts_new_account: true };

/** Signs in by a code; a number or address without an account gets one without a name. */
export const signInByCode = async (
  body: { identifier: string; code: string } & Partial<UnverifiedAccount>,
) => (await authFetch<Signed>('/api/auth/code/verify', { method: 'POST', body })).data.customer;

/** Downloads a zip file with everything that the shop stores about the customer, and the invoices. */
export const exportOwnData = () => fetchFile('/api/auth/export.zip');

/** Closes the account with a proof: the password or a code. */
export const closeAccount = (body: { password: string } | { code: string }) =>
  authFetch('/api/auth/account', { method: 'DELETE', body });

/** Sets a new password with a code that was sent to the customer or issued by the staff. */
export const resetPassword = (body: ResetValues) =>
  authFetch('/api/auth/code/verify', { method: 'POST', body });

type ProfileProof = 'current_password' | 'current_code' | 'phone_code' | 'email_code';

export const saveProfile = (
  body: Omit<ProfileValues, ProfileProof> & Partial<Pick<ProfileValues, ProfileProof>>,
) => authFetch<Envelope<Profile>>(PROFILE, { method: 'PUT', body });

const CHANNELS = '/api/auth/notifications/channels';

export const messageChannelsQuery = authQuery<Envelope<MessageChannels>>(CHANNELS);

/** Saves channels with the language, the agreement to news, or both. */
export const saveMessageChannels = (
  body: Partial<Pick<MessageChannels, 'channels' | 'language' | 'wants_news'>>,
) => authFetch<Envelope<MessageChannels>>(CHANNELS, { method: 'PUT', body });
