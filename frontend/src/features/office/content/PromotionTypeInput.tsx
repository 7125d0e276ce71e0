import { useQuery } from '@tanstack/react-query';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { pickText } from '@/shared/i18n/pick-text';
import type { EditControl } from '../product/EditField';
import { promotionTypesQuery } from './content-api';

type PromotionTypeInputProps = {
  control: EditControl;
  value: unknown;
  onChange: (value: number) => void;
};

/** Field for the type of a promotion. */
export function PromotionTypeInput({ control, value, onChange }: PromotionTypeInputProps) {
  const t = useT();
  const { code } = useLanguage();
  const types = useQuery(promotionTypesQuery).data?.data ?? [];
  return (
    <select
      {...control}
      className="o-field"
      value={String(value)}
      onChange={({ target }) => onChange(Number(target.value))}
    >
      <option value="0">{t('office.content.choose')}</option>
      {types.map((type) => (
        <option key={type.promo_type_id} value={type.promo_type_id}>
          {pickText(type.promo_type_name, type.promo_type_name_en, code)}
        </option>
      ))}
    </select>
  );
}
