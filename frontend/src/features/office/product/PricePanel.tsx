import { readPrice } from '@/shared/format/price-text';
import { useT } from '@/shared/i18n/language-context';
import { kipText } from '../OfficeKip';
import type { StaffProductDetail } from '../staff-product-types';
import { EditField } from './EditField';
import { EditPanel } from './EditPanel';
import type { FormErrors } from './product-form';
import { TextPair } from './TextPair';
import type { ProductFormEditor } from './use-product-form';

type PricePanelProps = {
  product: StaffProductDetail;
  editor: ProductFormEditor;
  errors: FormErrors;
};

/** Panel with price, original price, tax and unit. */
export function PricePanel({ product, editor, errors }: PricePanelProps) {
  const t = useT();
  const { form, isChanged, set } = editor;
  const price = readPrice(form.price);
  const original = readPrice(form.original_price);
  const isReduced = typeof price === 'number' && typeof original === 'number';
  const field = (name: 'price' | 'original_price' | 'vatrate') => ({
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    value: form[name],
    onChange: ({ target }: { target: { value: string } }) => set(name, target.value),
    className: 'o-field tabular-nums',
  });
  return (
    <EditPanel
      title={t('office.product.price')}
      aside={isChanged('price') && <PriceStep before={product.price} after={price} />}
    >
      <div className="o-thirds">
        <EditField
          label={t('office.product.priceKip')}
          error={errors.price}
          hint={price === undefined ? t('office.product.noPrice') : undefined}
          isChanged={isChanged('price')}
        >
          {(control) => <input {...control} {...field('price')} />}
        </EditField>
        <EditField
          label={t('office.product.before')}
          error={errors.original_price}
          hint={isReduced && original <= price ? t('office.product.notReduced') : undefined}
          isChanged={isChanged('original_price')}
        >
          {(control) => (
            <input
              {...control}
              {...field('original_price')}
              placeholder={t('office.product.noReduction')}
            />
          )}
        </EditField>
        <EditField
          label={t('office.product.vat')}
          error={errors.vatrate}
          isChanged={isChanged('vatrate')}
        >
          {(control) => <input {...control} {...field('vatrate')} />}
        </EditField>
      </div>
      <TextPair
        editor={editor}
        errors={errors}
        label={t('office.product.unit')}
        fields={['unit_name_la', 'unit_name_en']}
      />
    </EditPanel>
  );
}

type PriceStepProps = { before: number | null; after: number | undefined | null };

/** Saved price, and the difference of the new one. */
function PriceStep({ before, after }: PriceStepProps) {
  const t = useT();
  if (before === null) return null;
  const percent =
    typeof after === 'number' && before > 0 ? ((after - before) / before) * 100 : undefined;
  const step =
    percent === undefined ? '' : ` · ${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(1)}%`;
  return (
    <span className="o-small o-muted tabular-nums">
      {t('office.product.was', { value: kipText(before) })}
      {step}
    </span>
  );
}
