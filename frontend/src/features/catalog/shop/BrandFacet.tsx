import { useState } from 'react';
import type { Facets } from '@/shared/api/types';
import { useT } from '@/shared/i18n/language-context';
import { brandSlug } from '../brand-slug';
import { CheckRow } from './CheckRow';
import { Facet } from './Facet';
import type { ProductListParams } from './product-list-params';

/** Number of brands above which the list is folded. */
const FEW = 6;

type BrandFacetProps = {
  brand: string | undefined;
  facets: Facets;
  onChange: (part: Partial<ProductListParams>) => void;
};

/** Brand filter with the brands of the results. The address may name a brand by its slug. */
export function BrandFacet({ brand, facets, onChange }: BrandFacetProps) {
  const t = useT();
  const [isWhole, setWhole] = useState(false);
  const isChosen = (name: string) => brand !== undefined && brandSlug(name) === brandSlug(brand);
  const all: { brand: string; count?: number }[] = [...facets.brands];
  // The response has only the most frequent brands, so the chosen one may be missing.
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
