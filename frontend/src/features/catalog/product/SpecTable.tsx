import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Kip } from '@/domain/catalog/Price';
import type { ProductDetail } from '@/shared/api/types';
import { formatPercent } from '@/shared/format/kip';
import { useT } from '@/shared/i18n/language-context';
import { bothNames } from '@/shared/i18n/second-name';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { brandSlug } from '../brand-slug';
import { type Attribute, humanized, orderedAttributes } from './product-attributes';
import { priceBeforeVat } from './product-rules';
import { useAttributeLabels } from './use-attribute-labels';

/** Table of a product's attributes. */
export function SpecTable({ product, unit }: { product: ProductDetail; unit: string }) {
  const t = useT();
  const labels = useAttributeLabels();
  const { attributes, brand, price, vatrate } = product;

  const text = ({ known, value }: Attribute) => {
    if (known === 'warranty_months' && Number(value) > 0)
      return t('spec.months', { count: Number(value) });
    return typeof value === 'object' ? bothNames(value.la, value.en) : String(value);
  };

  return (
    <dl className="text-sm">
      {attributes.sku && <Row label={t('spec.sku')}>{String(attributes.sku)}</Row>}
      {brand && (
        <Row label={t('spec.brand')}>
          <Link
            to="/by-{$name}"
            params={{ name: brandSlug(brand) }}
            className="font-medium text-link hover:underline hover:underline-offset-4"
          >
            {brand}
          </Link>
        </Row>
      )}
      {orderedAttributes(attributes).map((attribute) => (
        <Row
          key={attribute.name}
          label={attribute.known ? labels[attribute.known] : humanized(attribute.name)}
        >
          <LocalizedText>{text(attribute)}</LocalizedText>
        </Row>
      ))}
      {unit && (
        <Row label={t('spec.unit')}>
          <LocalizedText>{unit}</LocalizedText>
        </Row>
      )}
      {price !== null && vatrate > 0 && (
        <>
          <Row label={t('spec.vat')}>
            {t('product.vatInPrice', { percent: formatPercent(vatrate) })}
          </Row>
          <Row label={t('spec.beforeVat')}>
            <span className="tabular-nums">
              <Kip value={priceBeforeVat(price, vatrate)} />
            </span>
          </Row>
        </>
      )}
    </dl>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex gap-4 border-b border-line py-2.5">
      <dt className="flex-[0_0_40%] text-text-3">
        <LocalizedText>{label}</LocalizedText>
      </dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}
