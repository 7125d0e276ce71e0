import { ChoicesNote } from '../ChoicesNote';
import { fullMoment } from '../office-dates';
import { saleLook } from '../products/product-labels';
import { useTaxonomy } from '../products/use-product-options';
import { StateBadge } from '../StateBadge';
import type { StaffProductDetail } from '../staff-product-types';
import { useOffice } from '../use-office-format';
import { EditField } from './EditField';
import { EditPanel } from './EditPanel';
import { PlacementFields } from './PlacementFields';
import type { FormErrors } from './product-form';
import type { ProductFormEditor } from './use-product-form';
import { VisibilityFields } from './VisibilityFields';

type SalesPanelProps = {
  product: StaffProductDetail;
  editor: ProductFormEditor;
  errors: FormErrors;
};

/** Panel with the product's visibility and its place in the catalog. */
export function SalesPanel({ product, editor, errors }: SalesPanelProps) {
  const { t, language } = useOffice();
  const { isChanged } = editor;
  return (
    <EditPanel title={t('office.product.sales')} aside={<StateBadge look={saleLook(product)} />}>
      <VisibilityFields editor={editor} errors={errors} />
      <PlacementFields product={product} editor={editor} errors={errors} />
      <EditField
        label={t('office.product.brand')}
        error={errors.brand}
        isChanged={isChanged('brand')}
      >
        {(control) => <BrandInput control={control} editor={editor} />}
      </EditField>
      <EditField
        label={t('office.product.location')}
        hint={t('office.product.locationHint')}
        error={errors.location}
        isChanged={isChanged('location')}
      >
        {(control) => (
          <input
            {...control}
            autoComplete="off"
            value={editor.form.location}
            onChange={({ target }) => editor.set('location', target.value)}
            className="o-field"
          />
        )}
      </EditField>
      <p className="o-note">
        {t('office.product.listedAt', { time: fullMoment(product.listed_at, language) })}
        {' · '}
        {t('office.product.updatedAt', { time: fullMoment(product.updated_at, language) })}
      </p>
    </EditPanel>
  );
}

type BrandInputProps = { control: { id: string }; editor: ProductFormEditor };

/** Field for the brand, with the shop's brands as suggestions. */
function BrandInput({ control, editor }: BrandInputProps) {
  const { brands, brandsList } = useTaxonomy();
  return (
    <>
      <input
        {...control}
        list={`${control.id}-brands`}
        value={editor.form.brand}
        onChange={({ target }) => editor.set('brand', target.value)}
        className="o-field"
      />
      <datalist id={`${control.id}-brands`}>
        {brands.map((brand) => (
          <option key={brand} value={brand} />
        ))}
      </datalist>
      <ChoicesNote list={brandsList} isLoadingShown={false} />
    </>
  );
}
