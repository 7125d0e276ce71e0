import { authFetch, authQuery } from '@/shared/api/auth';
import type { components } from '@/shared/api/schema';
import type { Envelope } from '@/shared/api/types';
import type { AddressBody } from './address-form-values';

export type SavedAddress = components['schemas']['SavedAddress'];

const ADDRESSES = '/api/auth/addresses';

/** Maximum number of addresses in an address book. */
export const MAX_ADDRESSES = 20;

/** The customer's address book, the default address first. */
export const addressesQuery = authQuery<Envelope<SavedAddress[]>>(ADDRESSES);

const one = (addressId: string) => `${ADDRESSES}/${encodeURIComponent(addressId)}`;

/** Adds an address. The server returns an equal existing one instead, so the call may be repeated. */
export const addAddress = async (body: AddressBody) =>
  (await authFetch<Envelope<SavedAddress>>(ADDRESSES, { method: 'POST', body })).data;

export const updateAddress = async (addressId: string, body: AddressBody) =>
  (await authFetch<Envelope<SavedAddress>>(one(addressId), { method: 'PUT', body })).data;

export const deleteAddress = (addressId: string) => authFetch(one(addressId), { method: 'DELETE' });
