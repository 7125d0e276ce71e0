import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as v from 'valibot';
import { ErrorSummary } from '@/shared/forms/ErrorSummary';
import { email, isReachable, messageKey, phone, requiredText } from '@/shared/forms/form-checks';
import { PhoneField, TextField } from '@/shared/forms/TextField';
import { useShopForm } from '@/shared/forms/use-shop-form';
import { useT } from '@/shared/i18n/language-context';
import { OfficeButton } from '../OfficeButton';
import { OfficeDialog } from '../OfficeDialog';
import type { StaffRole } from '../staff-access';
import { PersonRefusal } from './PersonRefusal';
import { RoleChoice } from './RoleChoice';
import { type AddedPerson, addPerson, renewPeople } from './staff-people-api';

const schema = v.pipe(
  v.object({
    fname: requiredText('office.person.fnameMissing'),
    lname: requiredText('office.person.lnameMissing'),
    phone,
    email,
  }),
  v.forward(
    v.check((person) => isReachable(person), messageKey('field.phoneOrEmail')),
    ['phone'],
  ),
);
const EMPTY = { fname: '', lname: '', phone: '', email: '' };

type AddPersonDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  onAdded: (added: AddedPerson) => void;
};

/** Dialog for a new member of staff. An existing account that has confirmed the number or address gets the role. */
export function AddPersonDialog({ isOpen, onClose, onAdded }: AddPersonDialogProps) {
  const t = useT();
  return (
    <OfficeDialog isOpen={isOpen} onClose={onClose} title={t('office.person.add')}>
      {isOpen && <AddPersonForm onClose={onClose} onAdded={onAdded} />}
    </OfficeDialog>
  );
}

function AddPersonForm({ onClose, onAdded }: Omit<AddPersonDialogProps, 'isOpen'>) {
  const t = useT();
  const client = useQueryClient();
  const form = useShopForm(schema, EMPTY);
  const [role, setRole] = useState<StaffRole>('clerk');
  const [refusal, setRefusal] = useState<unknown>();
  const field = (name: keyof typeof EMPTY) => ({
    ...form.register(name),
    error: form.errorOf(name),
  });
  const add = form.submit(async ({ fname, lname, phone: number, email: address }) => {
    setRefusal(undefined);
    try {
      const contact = { ...(number && { phone: number }), ...(address && { email: address }) };
      onAdded(await addPerson({ fname, lname, ...contact, role }));
    } catch (error) {
      if (!form.setServerErrors(error)) setRefusal(error);
    }
    renewPeople(client);
  });
  return (
    <form noValidate onSubmit={add} className="office-dialog grid gap-3.5 pt-2">
      {refusal !== undefined && <PersonRefusal error={refusal} />}
      <ErrorSummary errors={form.errorList} onChoose={form.goTo} />
      <div className="grid gap-3.5 md:grid-cols-2">
        <TextField
          {...field('fname')}
          label={t('person.fname')}
          autoComplete="off"
          maxLength={80}
        />
        <TextField
          {...field('lname')}
          label={t('person.lname')}
          autoComplete="off"
          maxLength={80}
        />
      </div>
      <PhoneField
        {...field('phone')}
        label={t('person.phone')}
        hint={t('office.person.contactHint')}
        autoComplete="off"
      />
      <TextField
        {...field('email')}
        label={t('person.email')}
        isOptional
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        maxLength={254}
      />
      <RoleChoice value={role} onChange={setRole} />
      <div className="o-ask-actions">
        <OfficeButton onClick={onClose}>{t('action.cancel')}</OfficeButton>
        <OfficeButton type="submit" kind="primary" isLoading={form.formState.isSubmitting}>
          {t('office.person.add')}
        </OfficeButton>
      </div>
    </form>
  );
}
