import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { MAX_LENGTH } from '@/domain/addresses/address-form-values';
import { PlaceFields } from '@/domain/addresses/PlaceFields';
import { PhoneField, TextAreaField, TextField } from '@/shared/forms/TextField';
import { useT } from '@/shared/i18n/language-context';
import { AddressChoice } from './AddressChoice';
import { BranchChoice } from './BranchChoice';
import { phoneField } from './checkout-values';
import { Section, type SectionProps } from './Section';
import type { useAddressBook } from './use-address-book';

type AddressSectionProps = SectionProps & { book: ReturnType<typeof useAddressBook> };

/** Section with the receiver and the place: a saved address, a typed one, or a branch. */
export function AddressSection({ form, isPickup, book }: AddressSectionProps) {
  const t = useT();
  const [chosen, edited, isToSave] = useWatch({
    control: form.control,
    name: ['address_id', 'edited_id', 'save_address'],
  });
  const isSaved = !isPickup && chosen !== '';
  return (
    <Section title={t(isPickup ? 'checkout.branch' : 'checkout.address')}>
      {!isPickup && book.addresses.length > 0 && (
        <AddressChoice
          addresses={book.addresses}
          chosen={chosen}
          onChoose={book.choose}
          onEdit={book.edit}
        />
      )}
      {!isSaved && <Receiver form={form} isPickup={isPickup} isFocusDue={book.isFocusDue} />}
      {isPickup ? <BranchChoice form={form} /> : !isSaved && <AddressFields form={form} />}
      {!isPickup && !isSaved && (edited !== '' || !book.isFull) && (
        <label className="flex min-h-(--tap) cursor-pointer items-center gap-3 text-sm">
          <input
            type="checkbox"
            checked={isToSave !== ''}
            onChange={({ target }) => form.setValue('save_address', target.checked ? 'yes' : '')}
            className="check"
          />
          {t('address.save')}
        </label>
      )}
      <TextAreaField
        {...form.register('note')}
        label={t('checkout.note')}
        error={form.errorOf('note')}
        isOptional
        maxLength={500}
      />
    </Section>
  );
}

type ReceiverProps = SectionProps & Pick<AddressSectionProps['book'], 'isFocusDue'>;

/** Receiver of a delivery, or person who picks up: the customer, unless another name is typed. */
function Receiver({ form, isPickup, isFocusDue }: ReceiverProps) {
  const t = useT();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the fields open
  useEffect(() => {
    if (isFocusDue.current) form.setFocus('receiver');
    isFocusDue.current = false;
  }, []);
  const person = isPickup ? 'collector' : 'receiver';
  const phone = phoneField({ method: isPickup ? 'pickup' : 'delivery' });
  return (
    <div key={person} className="grid items-start gap-3 md:grid-cols-2">
      <TextField
        {...form.register(person)}
        label={t(isPickup ? 'address.collector' : 'address.receiver')}
        error={form.errorOf(person)}
        autoComplete="name"
        maxLength={MAX_LENGTH.receiver}
      />
      <PhoneField
        {...form.register(phone)}
        label={t('person.phone')}
        error={form.errorOf(phone)}
        hint={t(isPickup ? 'checkout.collectorPhoneNote' : 'checkout.phoneNote')}
      />
    </div>
  );
}

function AddressFields({ form }: Pick<SectionProps, 'form'>) {
  const [province, position] = useWatch({ control: form.control, name: ['province', 'position'] });
  return (
    <PlaceFields
      field={(name, options) => ({ ...form.register(name, options), error: form.errorOf(name) })}
      province={province}
      position={position}
      onProvinceChange={() => form.setValue('district', '')}
      onPosition={(value) => form.setValue('position', value)}
    />
  );
}
