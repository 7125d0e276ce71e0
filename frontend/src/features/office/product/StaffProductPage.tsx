import '../styles/office-orders.css';
import '../styles/office-order.css';
import '../styles/office-products.css';
import '../styles/office-product.css';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { RefreshCw, TriangleAlert } from 'lucide-react';
import { ApiError } from '@/shared/api/client';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import { EmptyState } from '@/shared/ui/PageStates';
import { Skeleton } from '@/shared/ui/Skeleton';
import { PageNotice } from '../ListNotices';
import { OfficeButton } from '../OfficeButton';
import { useProductTexts } from '../products/use-product-texts';
import { OfficeTop } from '../shell/OfficeTop';
import { useOfficeTitle } from '../shell/use-office-title';
import { staffProductQuery } from '../staff-products-api';
import { BackToProducts, ProductsCrumb } from './ProductTopParts';
import { StaffProductView } from './StaffProductView';

/** Page of one product: texts, price, images, attributes, stock, placement, and its change ledger. */
export function StaffProductPage() {
  const { proId = '' } = useParams({ strict: false }) as { proId?: string };
  return <LoadedProduct key={proId} proId={Number(proId)} />;
}

function LoadedProduct({ proId }: { proId: number }) {
  const t = useT();
  const { nameOf } = useProductTexts();
  const { data: product, error, refetch, dataUpdatedAt } = useQuery(staffProductQuery(proId));
  useOfficeTitle(product ? nameOf(product) : t('office.product.product'));
  if (product)
    return (
      <StaffProductView
        product={product}
        notice={<PageNotice error={error} updatedAt={dataUpdatedAt} />}
      />
    );
  return (
    <>
      <OfficeTop
        title={t('office.product.product')}
        crumb={<ProductsCrumb />}
        back={<BackToProducts />}
        searches="products"
      />
      <div className="o-body">
        {error ? (
          <ProductFailed error={error} onRetry={() => void refetch()} />
        ) : (
          <ProductSkeleton />
        )}
      </div>
    </>
  );
}

function ProductFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useT();
  const isUnknown = error instanceof ApiError && error.status === 404;
  return (
    <div role="alert">
      <EmptyState
        icon={TriangleAlert}
        tint="clay"
        title={t(isUnknown ? 'office.product.unknown' : 'office.product.failed')}
        text={isUnknown ? t('office.product.unknownText') : errorText(t, error)}
        actions={
          isUnknown ? (
            <Link to="/staff/products" search={{}} data-kind="outline" className="o-btn">
              {t('office.product.back')}
            </Link>
          ) : (
            <OfficeButton kind="primary" icon={RefreshCw} onClick={onRetry}>
              {t('action.retry')}
            </OfficeButton>
          )
        }
      />
    </div>
  );
}

function ProductSkeleton() {
  const t = useT();
  return (
    <div role="status" aria-label={t('state.loading')} className="o-order">
      <div className="o-panel p-4">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="mt-4 h-24" />
        <Skeleton className="mt-4 h-24" />
      </div>
      <div className="o-panel p-4">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="mt-4 h-32" />
      </div>
    </div>
  );
}
