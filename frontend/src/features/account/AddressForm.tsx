import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import {
  type AddressValues,
  addressBody,
  addressSchema,
  MAX_LENGTH,
  placeValuesOf,
} from '@/domain/addresses/address-form-values';
import {
  addAddress,
  addressesQuery,
  type SavedAddress,
  updateAddress,
} from '@/domain/addresses/address-queries';
import { PlaceFields } from '@/domain/addresses/PlaceFields';
import { useSession } from '@/domain/session/session';
import { useFormDraft, useStoredDraft } from '@/domain/session/use-form-draft';
import { ApiError } from '@/shared/api/client';
import { ErrorSummary } from '@/shared/forms/ErrorSummary';
import { formatPhone } from '@/shared/forms/phone';
import { problemText } from '@/shared/forms/problem-text';
import { PhoneField, TextField } from '@/shared/forms/TextField';
import { useShopForm } from '@/shared/forms/use-shop-form';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { InlineAlert } from '@/shared/ui/Notice';
import { toast } from '@/shared/ui/toast';

/** Prefix of the drafts' names; the id of the address follows, nothing for a new one. */
export const ADDRESS_DRAFT = 'address:';

type AddressFormProps = {
  /** The address to change; undefined for a new address. */
  address?: SavedAddress;
  isFirst?: boolean;
  onDone: () => void;
};

const EMPTY = {
  province: '',
  district: '',
  village: '',
  landmark: '',
  driver_note: '',
  position: '',
};

/** Form of one address. The receiver of a new address is the customer until another name is typed. */
export function AddressForm({ address, isFirst = false, onDone }: AddressFormProps) {
  const t = useT();
  const client = useQueryClient();
  const { user } = useSession();
  const own = {
    receiver: `${user?.fname ?? ''} ${user?.lname ?? ''}`.trim(),
    phone: formatPhone(user?.phone ?? ''),
  };
  const initial: AddressValues = {
    label: address?.label ?? '',
    ...(address ? placeValuesOf(address) : { ...own, ...EMPTY }),
    is_default: address?.is_default ?? false,
  };
  const name = ADDRESS_DRAFT + (address?.address_id ?? '');
  const draft = useFormDraft(name, initial, Object.keys(initial) as (keyof AddressValues)[]);
  const form = useShopForm<AddressValues>(addressSchema, draft.values);
  useStoredDraft(form, draft);
  const finish = () => {
    draft.clear();
    onDone();
  };
  const [problem, setProblem] = useState<string | null>(null);
  const [province, position] = useWatch({ control: form.control, name: ['province', 'position'] });
  const field = (name: keyof AddressValues) => ({
    ...form.register(name),
    error: form.errorOf(name),
  });

  const save = async (values: AddressValues) => {
    setProblem(null);
    try {
      const body = addressBody(values);
      await (address ? updateAddress(address.address_id, body) : addAddress(body));
      toast.success(t('form.saved'));
      await client.invalidateQueries({ queryKey: addressesQuery.queryKey });
      finish();
    } catch (error) {
      if (form.setServerErrors(error)) return;
      const reason = error instanceof ApiError ? error.reason : undefined;
      setProblem(reason === 'address_exists' ? t('address.exists') : problemText(error, t));
    }
  };

  return (
    <form noValidate onSubmit={form.submit(save)} className="grid gap-3.5">
      {problem && <InlineAlert kind="err" title={problem} />}
      <ErrorSummary errors={form.errorList} onChoose={form.goTo} />
      <TextField
        {...field('label')}
        label={t('address.label')}
        hint={t('address.labelHint')}
        isOptional
        maxLength={MAX_LENGTH.label}
      />
      <div className="grid items-start gap-3.5 md:grid-cols-2">
        <TextField
          {...field('receiver')}
          label={t('address.receiver')}
          autoComplete="name"
          maxLength={MAX_LENGTH.receiver}
        />
        <PhoneField {...field('phone')} label={t('person.phone')} />
      </div>
      <PlaceFields
        field={(name, options) => ({ ...form.register(name, options), error: form.errorOf(name) })}
        province={province}
        position={position}
        onProvinceChange={() => form.setValue('district', '')}
        onPosition={(value) => form.setValue('position', value)}
      />
      {!address?.is_default && !isFirst && (
        <label className="flex min-h-(--tap) cursor-pointer items-center gap-3 text-sm">
          <input type="checkbox" {...form.register('is_default')} className="check" />
          {t('address.useAsDefault')}
        </label>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isLoading={form.formState.isSubmitting}>
          {t('account.save')}
        </Button>
        <Button kind="outline" onClick={finish}>
          {t('action.cancel')}
        </Button>
      </div>
    </form>
  );
}
