import type { UseFormRegisterReturn } from 'react-hook-form';
import { SelectField } from '@/shared/forms/SelectField';
import { TextAreaField, TextField } from '@/shared/forms/TextField';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { MAX_LENGTH } from './address-form-values';
import { PositionField } from './PositionField';
import { districtName, districtsOf, PROVINCES } from './provinces';

type Name = 'province' | 'district' | 'village' | 'landmark' | 'driver_note';

export type PlaceFieldsProps = {
  field: (
    name: Name,
    options?: { onChange: () => void },
  ) => UseFormRegisterReturn & { error: string | undefined };
  province: string;
  position: string;
  onProvinceChange: () => void;
  onPosition: (position: string) => void;
};

/** Form fields of a delivery place: province, district, village, house, and the position on the map. */
export function PlaceFields(props: PlaceFieldsProps) {
  const { field, province, position, onProvinceChange, onPosition } = props;
  const t = useT();
  const { code } = useLanguage();
  const options = (places: typeof PROVINCES | ReturnType<typeof districtsOf>) =>
    places.map((place) => ({ value: place.la, label: districtName(place, code) }));
  return (
    <>
      <div className="grid items-start gap-3 md:grid-cols-2">
        <SelectField
          {...field('province', { onChange: onProvinceChange })}
          label={t('checkout.province')}
          placeholder={t('checkout.chooseProvince')}
          options={options(PROVINCES)}
          autoComplete="address-level1"
        />
        <SelectField
          {...field('district')}
          label={t('checkout.district')}
          placeholder={t(province ? 'checkout.chooseDistrict' : 'checkout.provinceFirst')}
          options={options(districtsOf(province))}
          autoComplete="address-level2"
        />
      </div>
      <TextField
        {...field('village')}
        label={t('checkout.village')}
        hint={t('checkout.villageNote')}
        autoComplete="address-level3"
        maxLength={MAX_LENGTH.village}
      />
      <TextField
        {...field('landmark')}
        label={t('address.landmark')}
        isOptional
        autoComplete="street-address"
        maxLength={MAX_LENGTH.landmark}
      />
      <TextAreaField
        {...field('driver_note')}
        label={t('address.driverNote')}
        hint={t('address.driverNoteHint')}
        isOptional
        maxLength={MAX_LENGTH.driver_note}
      />
      <PositionField position={position} onChange={onPosition} />
    </>
  );
}
