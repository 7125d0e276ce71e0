import { Link } from '@tanstack/react-router';
import type { ProductSort } from '@/shared/api/types';
import { useT } from '@/shared/i18n/language-context';
import { buttonStyle } from '@/shared/ui/button-style';
import { EmptyState } from '@/shared/ui/PageStates';

type CollectionEmptyProps = {
  name: string;
  sort: ProductSort | undefined;
  /** Whether the page number is beyond the last page, so that earlier pages may have products. */
  isPastEnd: boolean;
};

export function CollectionEmpty({ name, sort, isPastEnd }: CollectionEmptyProps) {
  const t = useT();
  if (isPastEnd) {
    return (
      <EmptyState
        title={t('shop.allShown')}
        text={t('shop.pastEnd')}
        actions={
          <Link
            to="/by-{$name}"
            params={{ name }}
            search={{ sort }}
            className={buttonStyle('primary')}
          >
            {t('shop.toFirst')}
          </Link>
        }
      />
    );
  }
  return (
    <EmptyState
      title={t('shop.empty')}
      text={t('collections.empty')}
      actions={
        <Link to="/collections" className={buttonStyle('primary')}>
          {t('page.collections')}
        </Link>
      }
    />
  );
}
