import { Link } from '@tanstack/react-router';
import { useSession } from '@/domain/session/session';
import { SelectField } from '@/shared/forms/SelectField';
import { PhoneField, TextAreaField, TextField } from '@/shared/forms/TextField';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { BranchChoice } from './BranchChoice';
import { districtName, districtsOf, PROVINCES } from './provinces';
import { Section, type SectionProps } from './Section';

type AddressSectionProps = SectionProps & { province: string };

/** Who receives the goods, and where. */
export function AddressSection({ form, isPickup, province }: AddressSectionProps) {
  const t = useT();
  const { user } = useSession();
  return (
    <Section title={t(isPickup ? 'checkout.branch' : 'checkout.address')}>
      <p className="flex flex-wrap items-center justify-between gap-x-4 text-sm">
        <span>
          <span className="text-text-3">{t('checkout.receiver')}</span>{' '}
          <b className="font-semibold">
            {user?.fname} {user?.lname}
          </b>
        </span>
        <Link
          to="/account/profile"
          className="inline-flex min-h-(--tap) items-center font-semibold text-link"
        >
          {t('account.edit')}
        </Link>
      </p>
      <PhoneField
        {...form.register('phone')}
        label={t('person.phone')}
        error={form.errorOf('phone')}
        hint={t('checkout.phoneNote')}
      />
      {isPickup ? <BranchChoice form={form} /> : <Address form={form} province={province} />}
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

function Address({ form, province }: Pick<AddressSectionProps, 'form' | 'province'>) {
  const t = useT();
  const { code } = useLanguage();
  const options = (places: typeof PROVINCES | ReturnType<typeof districtsOf>) =>
    places.map((place) => ({ value: place.la, label: districtName(place, code) }));
  return (
    <>
      <div className="grid items-start gap-3 md:grid-cols-2">
        <SelectField
          {...form.register('province', { onChange: () => form.setValue('district', '') })}
          label={t('checkout.province')}
          error={form.errorOf('province')}
          placeholder={t('checkout.chooseProvince')}
          options={options(PROVINCES)}
          autoComplete="address-level1"
        />
        <SelectField
          {...form.register('district')}
          label={t('checkout.district')}
          error={form.errorOf('district')}
          placeholder={t(province ? 'checkout.chooseDistrict' : 'checkout.provinceFirst')}
          options={options(districtsOf(province))}
          autoComplete="address-level2"
        />
      </div>
      <TextField
        {...form.register('village')}
        label={t('checkout.village')}
        error={form.errorOf('village')}
        hint={t('checkout.villageNote')}
        autoComplete="address-level3"
        maxLength={100}
      />
    </>
  );
}
