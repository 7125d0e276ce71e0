import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import {
  addressBody,
  isDistrictOf,
  type PlaceValues,
  placeValuesOf,
} from '@/domain/addresses/address-form-values';
import {
  addAddress,
  addressesQuery,
  MAX_ADDRESSES,
  type SavedAddress,
  updateAddress,
} from '@/domain/addresses/address-queries';
import { useHasWaited } from '@/shared/hooks/use-has-waited';
import { type CheckoutValues, EMPTY_VALUES } from './checkout-values';
import { lastAddressQuery, savedAddressOf } from './last-address';
import type { SectionProps } from './Section';

type AddressFields = Partial<CheckoutValues>;

/** Fields of a place. */
const PLACE: (keyof PlaceValues)[] = [
  'province',
  'district',
  'village',
  'landmark',
  'driver_note',
  'position',
];
/** Fields that a saved address fills. */
const FILLED: (keyof PlaceValues)[] = ['receiver', 'phone', ...PLACE];

/**
 * The address book in the checkout. The address of the newest delivered order fills the form. Without such an order,
 * or if the order is not known after `maxWaitMs`, the default address does. Values that the customer has chosen or
 * typed stay.
 */
export function useAddressBook(form: SectionProps['form'], own: AddressFields, maxWaitMs: number) {
  const client = useQueryClient();
  const { data, isPending } = useQuery({ ...addressesQuery, retry: false });
  const addresses = data?.data ?? [];
  /** Whether the customer has typed a part of an address, before a reload or just now, or is about to. */
  const isBegun = (fields = FILLED) => {
    const values = form.getValues();
    const focused = document.activeElement?.getAttribute('name');
    return fields.some((name) => name === focused || values[name] !== (own[name] ?? ''));
  };
  const [isResumed] = useState(() => isBegun());
  const last = useQuery({ ...lastAddressQuery(client), enabled: !isResumed });
  /** Whether an address has been filled in or chosen, also "another address". */
  const isDecided = useRef(false);
  /** The district is set later, because its options exist only once the province is chosen. */
  const [district, setDistrict] = useState('');

  const fill = (place: AddressFields) => {
    for (const [name, value] of Object.entries(place)) {
      form.setValue(name as keyof CheckoutValues, value);
    }
    form.clearErrors(Object.keys(place) as (keyof CheckoutValues)[]);
    setDistrict(place.district ?? '');
  };
  const use = (address: SavedAddress) => {
    const { address_id, province, district: its } = address;
    // The district may have been renamed; then it is chosen in the opened fields.
    const ids = isDistrictOf(province, its)
      ? { address_id, edited_id: '' }
      : { address_id: '', edited_id: address_id };
    fill({ ...placeValuesOf(address), ...ids });
  };

  const choose = (address: SavedAddress | null) => {
    isDecided.current = true;
    if (address) return use(address);
    const { province, district: none, village, landmark, driver_note, position } = EMPTY_VALUES;
    const empty = { province, district: none, village, landmark, driver_note, position };
    fill({ ...own, ...empty, address_id: '', edited_id: '' });
  };
  /** The button that opens the fields disappears, so the first field receives the focus. */
  const isFocusDue = useRef(false);
  const edit = ({ address_id }: SavedAddress) => {
    isFocusDue.current = true;
    fill({ address_id: '', edited_id: address_id });
  };

  const prefill = () => {
    const saved = last.data ? savedAddressOf(last.data, addresses) : addresses[0];
    isDecided.current = Boolean(saved || last.data);
    if (saved) {
      if (!isBegun()) use(saved);
    } else if (last.data && !isBegun(PLACE)) {
      const { province, district: its, village } = last.data;
      fill({ province, district: its, village });
    }
  };

  const isLate = useHasWaited(maxWaitMs);
  const isKnown = !isPending && (isResumed || isLate || !last.isPending);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it is known
  useEffect(() => {
    const { address_id } = form.getValues();
    if (address_id) {
      const chosen = addresses.find((address) => address.address_id === address_id);
      // The address was deleted or changed on another page.
      if (chosen) use(chosen);
      else if (data) form.setValue('address_id', '');
    } else if (isKnown && !isDecided.current) prefill();
  }, [data, isKnown, last.data]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address
  useEffect(() => {
    if (district) form.setValue('district', district);
  }, [district]);

  return {
    addresses,
    isPending: isPending || last.isLoading,
    choose,
    edit,
    isFocusDue,
    isFull: addresses.length >= MAX_ADDRESSES,
  };
}

/**
 * Saves the typed address after the order, as a new address or as a change of a saved one. An address without a receiver gets the
 * name `own`. A full book takes no new one.
 */
export async function saveTypedAddress(
  client: QueryClient,
  values: CheckoutValues,
  own: string,
): Promise<void> {
  const { method, address_id, edited_id, save_address } = values;
  if (method !== 'delivery' || address_id || !save_address) return;
  const book = client.getQueryData(addressesQuery.queryKey)?.data ?? [];
  const named = { ...values, receiver: values.receiver.trim() || own };
  if (edited_id) {
    const label = book.find((known) => known.address_id === edited_id)?.label ?? '';
    await updateAddress(edited_id, addressBody({ ...named, label }));
  } else if (book.length < MAX_ADDRESSES) {
    await addAddress(addressBody(named));
  }
  await client.invalidateQueries({ queryKey: addressesQuery.queryKey });
}
