import { districtName, districtsOf, PROVINCES } from '@/domain/addresses/provinces';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { EditField } from './product/EditField';
import { useOffice } from './use-office-format';

const MAX_PLACE = 100;

export type DeliveryPlace = { province: string; district: string; village: string };

type OrderPlaceFieldsProps = {
  places: DeliveryPlace;
  errors: Partial<Record<keyof DeliveryPlace, MessageKey>>;
  onChange: (change: Partial<DeliveryPlace>) => void;
};

/**
 * Fields of a place: province and district from the lists of Laos, the village as text. A name that is in no list, as
 * in orders of earlier releases, stays available as a choice.
 */
export function OrderPlaceFields({ places, errors, onChange }: OrderPlaceFieldsProps) {
  const { t, code } = useOffice();
  const { province, district, village } = places;
  const choices = (list: { la: string; en: string }[], current: string) => {
    const known = list.map((place) => ({ value: place.la, label: districtName(place, code) }));
    const isKnown = current === '' || known.some(({ value }) => value === current);
    return isKnown ? known : [{ value: current, label: current }, ...known];
  };
  return (
    <>
      <div className="o-pair">
        <EditField label={t('office.details.province')} error={errors.province}>
          {(control) => (
            <select
              {...control}
              value={province}
              onChange={({ target }) => onChange({ province: target.value, district: '' })}
              className="o-select"
            >
              <option value="" disabled>
                {t('office.details.choose')}
              </option>
              {choices(PROVINCES, province).map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </EditField>
        <EditField label={t('office.details.district')} error={errors.district}>
          {(control) => (
            <select
              {...control}
              value={district}
              disabled={province === ''}
              onChange={({ target }) => onChange({ district: target.value })}
              className="o-select"
            >
              <option value="" disabled>
                {t(province ? 'office.details.choose' : 'office.details.provinceFirst')}
              </option>
              {choices(districtsOf(province), district).map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </EditField>
      </div>
      <EditField label={t('office.details.village')} error={errors.village}>
        {(control) => (
          <input
            {...control}
            autoComplete="off"
            maxLength={MAX_PLACE}
            value={village}
            onChange={({ target }) => onChange({ village: target.value })}
            className="o-field"
          />
        )}
      </EditField>
    </>
  );
}
