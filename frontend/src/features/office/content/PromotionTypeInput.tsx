import { useQuery } from '@tanstack/react-query';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { pickText } from '@/shared/i18n/pick-text';
import type { EditControl } from '../product/EditField';
import { BothTextsInput } from './BothTextsInput';
import { promotionTypesQuery } from './content-api';
import type { BothTexts } from './content-schema';

const NEW = 'new';

type PromotionTypeInputProps = {
  control: EditControl;
  value: unknown;
  /** Names of a type that the promotion brings with it. */
  newType: BothTexts | undefined;
  error: MessageKey | undefined;
  onChange: (id: number, newType: BothTexts | undefined) => void;
};

/** Field for the type of a promotion: one of the shop, or a new one, which is created with the promotion. */
export function PromotionTypeInput(props: PromotionTypeInputProps) {
  const { control, value, newType, error, onChange } = props;
  const t = useT();
  const { code } = useLanguage();
  const types = useQuery(promotionTypesQuery).data?.data ?? [];
  return (
    <>
      <select
        {...control}
        className="o-field"
        value={newType ? NEW : String(value)}
        onChange={({ target }) =>
          target.value === NEW
            ? onChange(0, { la: '', en: '' })
            : onChange(Number(target.value), undefined)
        }
      >
        <option value="0">{t('office.content.choose')}</option>
        {types.map((type) => (
          <option key={type.promo_type_id} value={type.promo_type_id}>
            {pickText(type.promo_type_name, type.promo_type_name_en, code)}
          </option>
        ))}
        <option value={NEW}>{t('office.content.newType')}</option>
      </select>
      {newType && (
        <BothTextsInput
          label={t('office.content.newTypeName')}
          isLong={false}
          texts={newType}
          errors={{ la: error, en: undefined }}
          onChange={(texts) => onChange(0, texts)}
        />
      )}
    </>
  );
}
