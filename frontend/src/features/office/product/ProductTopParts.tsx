import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight, Copy, Eye } from 'lucide-react';
import { useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';
import { lastList } from '../last-list';
import { OfficeButton } from '../OfficeButton';
import { EXACT } from '../shell/office-entries';
import type { StaffProductDetail } from '../staff-product-types';
import { DuplicateDialog } from './DuplicateDialog';

/** Breadcrumb of the product page. */
export function ProductsCrumb() {
  const t = useT();
  return (
    <span className="o-crumb max-lg:hidden">
      <Link to="/staff/products" search={{}} activeOptions={EXACT}>
        {t('office.products')}
      </Link>
      <Icon of={ChevronRight} size="s" className="flip" />
    </span>
  );
}

/** Back button on phones, to the list as it was last shown. */
export function BackToProducts() {
  const t = useT();
  return (
    <Link
      to="/staff/products"
      search={lastList('products')}
      activeOptions={EXACT}
      aria-label={t('office.product.back')}
      className="o-icon-btn lg:hidden -ms-3"
    >
      <Icon of={ChevronLeft} size="l" className="flip" />
    </Link>
  );
}

type DuplicateButtonProps = { product: StaffProductDetail; isDirty: boolean };

/** Button that copies the stored product. It is off while there are unsaved changes. */
export function DuplicateButton({ product, isDirty }: DuplicateButtonProps) {
  const t = useT();
  const [isAsking, setAsking] = useState(false);
  const label = t('office.duplicate.make');
  return (
    <>
      <OfficeButton
        icon={Copy}
        aria-label={label}
        disabled={isDirty}
        onClick={() => setAsking(true)}
      >
        <span className="max-lg:hidden">{label}</span>
      </OfficeButton>
      {isAsking && <DuplicateDialog product={product} onClose={() => setAsking(false)} />}
    </>
  );
}

/** Link to the product page of the shop in another tab. A hidden product has no such page. */
export function ShopLink({ product }: { product: StaffProductDetail }) {
  const t = useT();
  if (!product.visible) return null;
  return (
    <Link
      to="/shop/$proId"
      params={{ proId: String(product.pro_id) }}
      target="_blank"
      aria-label={t('office.product.seeInShop')}
      data-kind="outline"
      className="o-btn o-shop-link"
    >
      <Icon of={Eye} size="s" />
      <span className="max-lg:hidden">{t('office.product.seeInShop')}</span>
    </Link>
  );
}
