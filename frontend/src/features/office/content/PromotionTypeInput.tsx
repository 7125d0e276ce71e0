import { useQuery } from '@tanstack/react-query';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { pickText } from '@/shared/i18n/pick-text';
import { ChoiceSelect } from '../ChoiceSelect';
import { choicesList, unlistedText, withChosen } from '../choices-list';
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
  const query = useQuery(promotionTypesQuery);
  const list = choicesList(query);
  const known = (query.data?.data ?? []).map((type) => ({
    value: String(type.promo_type_id),
    name: pickText(type.promo_type_name, type.promo_type_name_en, code),
  }));
  const chosen = newType ? NEW : Number(value) > 0 ? String(value) : '';
  // The type of the promotion stays a choice while the list is not known.
  const types = withChosen(known, newType ? '' : chosen, (value) => ({
    value,
    name: unlistedText(t, list, value),
  }));
  return (
    <>
      <ChoiceSelect
        {...control}
        className="o-field"
        list={list}
        // There is always a new type.
        isEmpty={false}
        none={t('office.content.choose')}
        value={chosen}
        onChange={(next) =>
          next === NEW ? onChange(0, { la: '', en: '' }) : onChange(Number(next), undefined)
        }
      >
        {types.map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
        <option value={NEW}>{t('office.content.newType')}</option>
      </ChoiceSelect>
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
