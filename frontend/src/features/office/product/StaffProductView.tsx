import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { Badge } from '@/shared/ui/Badge';
import { Icon } from '@/shared/ui/Icon';
import { PriceQuestion } from '../products/PriceQuestion';
import { useProductUndo } from '../products/product-undo';
import { useProductTexts } from '../products/use-product-texts';
import { OfficeTop } from '../shell/OfficeTop';
import { useShortcuts } from '../shell/use-shortcuts';
import type { StaffProductDetail } from '../staff-product-types';
import { AttributesPanel } from './AttributesPanel';
import { EditPanel } from './EditPanel';
import { ImagesPanel } from './ImagesPanel';
import { LeaveQuestion } from './LeaveQuestion';
import { LedgerPanel } from './LedgerPanel';
import { PricePanel } from './PricePanel';
import { ProductChangedBar } from './ProductChangedBar';
import { ProductSaveBar } from './ProductSaveBar';
import { BackToProducts, DuplicateButton, ProductsCrumb, ShopLink } from './ProductTopParts';
import { missingCount } from './product-form';
import { SalesPanel } from './SalesPanel';
import { StockPanel } from './StockPanel';
import { TextPair } from './TextPair';
import { useProductForm } from './use-product-form';
import { useProductSave } from './use-product-save';

type StaffProductViewProps = {
  product: StaffProductDetail;
  /** Notice that the product is outdated. */
  notice: ReactNode;
};

/** Editor of a product over its newest version. */
export function StaffProductView({ product, notice }: StaffProductViewProps) {
  const t = useT();
  const { nameOf } = useProductTexts();
  const entered = useProductForm(product);
  const { editor, changed, before, accept, dismiss, discard, takeTheirs } = entered;
  const { save, isSaving, refused, clearRefused, question } = useProductSave(
    product,
    nameOf(product),
    entered,
  );
  const { undoLast } = useProductUndo(accept, product.pro_id);
  useShortcuts({ z: undoLast });
  const errors = { ...refused, ...editor.errors };
  const missing = missingCount(editor.form);
  const texts = { editor, errors };
  return (
    <>
      <OfficeTop
        title={nameOf(product)}
        crumb={<ProductsCrumb />}
        back={<BackToProducts />}
        searches="products"
      >
        <DuplicateButton product={product} isDirty={changed.length > 0} />
        <ShopLink product={product} />
      </OfficeTop>
      <div className="o-body">
        {notice}
        <div className="o-order">
          <div className="o-stack">
            {before && (
              <ProductChangedBar
                before={before}
                product={product}
                changed={changed}
                onTakeTheirs={takeTheirs}
                onDismiss={dismiss}
              />
            )}
            <EditPanel
              title={t('office.product.texts')}
              aside={
                missing > 0 && (
                  <Badge kind="warn">
                    <Icon of={TriangleAlert} size="s" />
                    {t('office.product.missing', { count: missing })}
                  </Badge>
                )
              }
            >
              <TextPair
                {...texts}
                label={t('office.product.name')}
                fields={['pro_name_la', 'pro_name_en']}
              />
              <TextPair
                {...texts}
                isLong
                label={t('office.product.description')}
                fields={['description_la', 'description_en']}
              />
            </EditPanel>
            <PricePanel product={product} {...texts} />
            <ImagesPanel editor={editor} />
            <AttributesPanel {...texts} />
          </div>
          <div className="o-stack">
            <StockPanel product={product} />
            <SalesPanel product={product} {...texts} />
            <LedgerPanel product={product} onProduct={accept} />
          </div>
        </div>
      </div>
      <ProductSaveBar
        changed={changed}
        isSaving={isSaving}
        onSave={() => void save()}
        onDiscard={() => {
          clearRefused();
          discard();
        }}
      />
      <PriceQuestion {...question} />
      <LeaveQuestion isDirty={changed.length > 0} />
    </>
  );
}
