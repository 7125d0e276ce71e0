import { useState } from 'react';
import type { Facets } from '@/shared/api/types';
import { useT } from '@/shared/i18n/language-context';
import { brandSlug } from '../brand-slug';
import { CheckRow } from './CheckRow';
import { Facet } from './Facet';
import type { ProductListParams } from './product-list-params';

/** More brands than this fold away. */
const FEW = 6;

type BrandFacetProps = {
  brand: string | undefined;
  facets: Facets;
  onChange: (part: Partial<ProductListParams>) => void;
};

/** The brands among the hits. An address may name one by its slug. */
export function BrandFacet({ brand, facets, onChange }: BrandFacetProps) {
  const t = useT();
  const [isWhole, setWhole] = useState(false);
  const isChosen = (name: string) => brand !== undefined && brandSlug(name) === brandSlug(brand);
  const all: { brand: string; count?: number }[] = [...facets.brands];
  // The list has an end; nothing is known of what is not in it.
  if (brand && !all.some((one) => isChosen(one.brand))) all.unshift({ brand });
  if (all.length === 0) return null;
  const shown = isWhole ? all : all.filter((one, index) => index < FEW || isChosen(one.brand));
  return (
    <Facet title={t('shop.brand')}>
      {shown.map(({ brand: name, count }) => (
        <CheckRow
          key={name}
          label={name}
          {...(count !== undefined && { count })}
          isChecked={isChosen(name)}
          onChange={(isChecked) => onChange({ brand: isChecked ? name : undefined })}
        />
      ))}
      {shown.length < all.length && (
        <button
          type="button"
          onClick={() => setWhole(true)}
          className="min-h-(--tap) rounded-sm text-sm font-semibold text-link hover:underline hover:underline-offset-4"
        >
          {t('action.seeAll')}
        </button>
      )}
    </Facet>
  );
}
