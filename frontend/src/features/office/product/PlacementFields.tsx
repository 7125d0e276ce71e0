import { pickText } from '@/shared/i18n/pick-text';
import { ChoiceSelect } from '../ChoiceSelect';
import { useTaxonomy } from '../products/use-product-options';
import type { StaffProductDetail } from '../staff-product-types';
import { useOffice } from '../use-office-format';
import { EditField } from './EditField';
import type { FormErrors } from './product-form';
import type { ProductFormEditor } from './use-product-form';

type PlacementFieldsProps = {
  product: StaffProductDetail;
  editor: ProductFormEditor;
  errors: FormErrors;
};

/** Fields for category and group. Choosing a group sets its category. */
export function PlacementFields({ product, editor, errors }: PlacementFieldsProps) {
  const { t, code } = useOffice();
  const taxonomy = useTaxonomy();
  // The lists for shoppers lack categories and groups without a visible product.
  const categories = withOwn(taxonomy.categories, product.cat_id, {
    name: pickText(product.cat_name_la, product.cat_name_en, code),
  });
  const groups = withOwn(taxonomy.groups, product.prog_id, {
    name: pickText(product.prog_name_la, product.prog_name_en, code),
    categoryId: product.cat_id ?? 0,
  });
  const { form, isChanged, set } = editor;
  const idOf = (value: string) => (value ? Number(value) : null);
  return (
    <>
      <EditField
        label={t('office.product.category')}
        error={errors.cat_id}
        isChanged={isChanged('cat_id')}
      >
        {(control) => (
          <ChoiceSelect
            {...control}
            list={taxonomy.placesList}
            isEmpty={categories.length === 0}
            none={t('office.product.noCategory')}
            isNoneKnown
            value={String(form.cat_id ?? '')}
            onChange={(chosen) => {
              set('cat_id', idOf(chosen));
              set('prog_id', null);
            }}
            className="o-field"
          >
            {categories.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </ChoiceSelect>
        )}
      </EditField>
      <EditField
        label={t('office.product.group')}
        error={errors.prog_id}
        isChanged={isChanged('prog_id')}
      >
        {(control) => (
          <ChoiceSelect
            {...control}
            list={taxonomy.placesList}
            isEmpty={groups.length === 0}
            none={t('office.product.noGroup')}
            isNoneKnown
            value={String(form.prog_id ?? '')}
            onChange={(chosen) => {
              const group = groups.find(({ id }) => id === idOf(chosen));
              set('prog_id', group?.id ?? null);
              if (group) set('cat_id', group.categoryId);
            }}
            hasNote={false}
            className="o-field"
          >
            {groups
              .filter(({ categoryId }) => form.cat_id === null || categoryId === form.cat_id)
              .map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </ChoiceSelect>
        )}
      </EditField>
    </>
  );
}

/** Entries of a list, with the product's own entry added if the list lacks it. */
function withOwn<Entry extends { id: number }>(
  entries: Entry[],
  id: number | null,
  rest: Omit<Entry, 'id'>,
): Entry[] {
  if (id === null || entries.some((entry) => entry.id === id)) return entries;
  return [...entries, { id, ...rest } as Entry];
}
