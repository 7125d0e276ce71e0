import { useMutation, useQueryClient } from '@tanstack/react-query';
import { addressBody, placeValuesOf } from '@/domain/addresses/address-form-values';
import {
  addAddress,
  addressesQuery,
  deleteAddress,
  type SavedAddress,
  updateAddress,
} from '@/domain/addresses/address-queries';
import { ApiError } from '@/shared/api/client';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import { toast } from '@/shared/ui/toast';

/** Actions of an address: make it the default, delete it, and undo the deletion. */
export function useAddressActions(address: SavedAddress) {
  const t = useT();
  const client = useQueryClient();
  const { address_id, label, is_default } = address;
  const body = (isDefault: boolean) =>
    addressBody({ ...placeValuesOf(address), label, is_default: isDefault });
  const refresh = () => client.invalidateQueries({ queryKey: addressesQuery.queryKey });
  const failed = (error: unknown) =>
    toast.error(t('address.changeFailed'), { detail: errorText(t, error) });

  const promoting = useMutation({
    mutationFn: () => updateAddress(address_id, body(true)),
    onError: failed,
    onSettled: refresh,
  });
  // The row no longer exists, so its mutation cannot be used.
  const restore = () => addAddress(body(is_default)).catch(failed).finally(refresh);
  const removing = useMutation({
    mutationFn: () =>
      deleteAddress(address_id).catch((error: unknown) => {
        // The address was already deleted in another tab, which is the wanted result.
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
      }),
    onSuccess: () =>
      toast.success(t('address.deleted'), {
        action: { label: t('action.undo'), onClick: () => void restore() },
      }),
    onError: failed,
    onSettled: refresh,
  });
  return {
    makeDefault: () => promoting.mutate(),
    remove: () => removing.mutate(),
    isBusy: promoting.isPending || removing.isPending,
  };
}
