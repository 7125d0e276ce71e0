import type { UseFormRegisterReturn } from 'react-hook-form';
import { PhoneField, TextField } from '@/shared/forms/TextField';
import { useT } from '@/shared/i18n/language-context';

type Name = 'fname' | 'lname' | 'phone' | 'email';

type PersonFieldsProps = {
  field: (name: Name) => UseFormRegisterReturn & { error: string | undefined };
};

/** Form fields of a customer: name, phone number and e-mail address. */
export function PersonFields({ field }: PersonFieldsProps) {
  const t = useT();
  return (
    <>
      <div className="grid gap-3.5 md:grid-cols-2">
        <TextField
          {...field('fname')}
          label={t('person.fname')}
          autoComplete="given-name"
          maxLength={80}
        />
        <TextField
          {...field('lname')}
          label={t('person.lname')}
          autoComplete="family-name"
          maxLength={80}
        />
      </div>
      <PhoneField {...field('phone')} label={t('person.phone')} />
      <TextField
        {...field('email')}
        label={t('person.email')}
        isOptional
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        maxLength={254}
      />
    </>
  );
}
