import { formatNumber } from '@/shared/format/kip';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import { cx } from '@/shared/ui/cx';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { ImageTile } from '@/shared/ui/ResponsiveImage';
import { Skeleton } from '@/shared/ui/Skeleton';
import { unlistedText } from '../choices-list';
import { OfficeButton } from '../OfficeButton';
import { kipText, OfficeKip } from '../OfficeKip';
import type { BulkChange, BulkProduct, BulkResult, StaffProduct } from '../staff-product-types';
import { skippedTexts } from './bulk-texts';
import { useTaxonomy } from './use-product-options';
import { useProductTexts } from './use-product-texts';

/** Maximum number of listed products. The totals above are for all. */
const SHOWN = 200;

type BulkPreviewProps = {
  change: BulkChange | undefined;
  products: StaffProduct[];
  result: BulkResult | undefined;
  error: Error | null;
  isLoading: boolean;
  retry: () => void;
};

/** Old value, new value and difference of each changed product, and the products that stay unchanged. */
export function BulkPreview(props: BulkPreviewProps) {
  const { change, products, result, error, isLoading, retry } = props;
  const t = useT();
  if (!change) return <p className="o-note">{t('office.bulk.hint')}</p>;
  if (error) {
    return (
      <div role="alert" className="grid justify-items-start gap-2">
        <p className="text-err">{`${t('office.bulk.previewFailed')} ${errorText(t, error) ?? ''}`}</p>
        <OfficeButton onClick={retry}>{t('action.retry')}</OfficeButton>
      </div>
    );
  }
  if (isLoading || !result) {
    return (
      <div role="status" aria-label={t('state.loading')} className="grid gap-2">
        <Skeleton className="h-9" />
        <Skeleton className="h-9" />
        <Skeleton className="h-9" />
      </div>
    );
  }
  const visible = result.halved - result.halved_hidden;
  const warnings = [
    result.reductions_ended > 0 && t('office.bulk.lostBadges', { count: result.reductions_ended }),
    visible > 0 && t('office.bulk.halved', { count: visible }),
    result.halved_hidden > 0 && t('office.bulk.halvedHidden', { count: result.halved_hidden }),
    ...skippedTexts(t, result.skipped_counts),
  ].filter((text) => text !== false);
  return (
    <>
      <h3 aria-live="polite" className="flex justify-between gap-2 font-semibold">
        {t('office.bulk.beforeAfter')}
        <span className="o-small o-muted">
          {t('office.bulk.summary', { changed: result.changed, unchanged: result.unchanged })}
        </span>
      </h3>
      {warnings.map((text) => (
        <p key={text} data-kind="warn" className="o-bar o-small">
          {text}
        </p>
      ))}
      <ul className="o-preview">
        {inListOrder(result.products, products)
          .slice(0, SHOWN)
          .map((product) => (
            <PreviewRow key={product.pro_id} product={product} />
          ))}
      </ul>
      {result.changed > SHOWN && (
        <p className="o-note">
          {t('office.bulk.more', { count: formatNumber(result.changed - SHOWN) })}
        </p>
      )}
    </>
  );
}

function PreviewRow({ product }: { product: BulkProduct }) {
  const t = useT();
  const { nameOf } = useProductTexts();
  const { groups, placesList } = useTaxonomy();
  const { before, after, difference } = product;
  const textOf = (value: BulkProduct['before']) => {
    if (typeof value !== 'number') return (typeof value === 'string' && value) || '—';
    return groups.find(({ id }) => id === value)?.name ?? unlistedText(t, placesList, value);
  };
  const isPrice = typeof difference === 'number' && typeof after === 'number';
  return (
    <li data-preview={product.pro_id}>
      <ImageTile path={product.pro_img_cover} alt="" sizes="32px" upTo={160} tileClassName="w-8" />
      <span className="o-grow">
        <small className="o-one-line">
          <LocalizedText>{nameOf(product)}</LocalizedText>
        </small>
        <span className="o-preview-values">
          <span className="o-muted">
            {isPrice ? kipText(Number(before)) : <LocalizedText>{textOf(before)}</LocalizedText>}
          </span>
          <span aria-hidden>→</span>
          <b>{isPrice ? kipText(after) : <LocalizedText>{textOf(after)}</LocalizedText>}</b>
        </span>
      </span>
      {isPrice && (
        <span className={cx('tabular-nums', difference < 0 ? 'o-down' : 'o-up')}>
          <OfficeKip value={difference} isSigned />
        </span>
      )}
    </li>
  );
}

/** The products of the page in its order, then all others. */
function inListOrder(changed: BulkProduct[], products: StaffProduct[]): BulkProduct[] {
  const places = new Map(products.map(({ pro_id }, index) => [pro_id, index]));
  const placeOf = ({ pro_id }: BulkProduct) => places.get(pro_id) ?? products.length;
  return changed.toSorted((one, other) => placeOf(one) - placeOf(other));
}
