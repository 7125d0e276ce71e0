import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { BranchesFailure } from '@/domain/branches/BranchesFailure';
import { branchesQuery } from '@/domain/branches/branches-query';
import { headquarters } from '@/domain/branches/headquarters';
import { usePosition } from '@/domain/branches/use-position';
import { companyQuery } from '@/shared/api/site-queries';
import { useT } from '@/shared/i18n/language-context';
import { IconButton } from '@/shared/ui/Button';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { FinderList } from './FinderList';
import { FinderSearch } from './FinderSearch';
import { listBranches } from './listed-branches';

const BranchMap = lazy(() => import('./BranchMap').then((it) => ({ default: it.BranchMap })));

type FinderPanelProps = {
  chosen: number | undefined;
  onChoose: (b_id: number) => void;
  onClose: () => void;
};

/** Content of the branch finder: list and map side by side on desktops, the map above the list on phones. */
export function FinderPanel({ chosen, onChoose, onClose }: FinderPanelProps) {
  const t = useT();
  const [query, setQuery] = useState('');
  const [position, askPosition] = usePosition();
  const { hotline } = useSuspenseQuery(companyQuery).data.data;
  const { data, error, isPending, isFetching, refetch } = useQuery(branchesQuery);
  const all = data?.data ?? (error ? [headquarters(hotline ?? '')] : []);
  const from = position.status === 'known' ? position.coordinates : undefined;
  const found = listBranches(all, query, from);

  return (
    <>
      <div className="flex min-h-16 flex-none items-center justify-between border-b border-line ps-(--gutter) pe-2 md:pe-4">
        <h2 tabIndex={-1} className="text-lg outline-0">
          <LocalizedText>{t('branches.title')}</LocalizedText>
        </h2>
        <IconButton icon={X} label={t('action.close')} onClick={onClose} />
      </div>
      <div className="flex min-h-0 flex-1 flex-col md:flex-row-reverse">
        <div className="relative isolate h-[34dvh] flex-none bg-surface-3 md:h-auto md:flex-1">
          <Suspense>
            <BranchMap found={found} chosen={chosen} from={from} onChoose={onChoose} />
          </Suspense>
        </div>
        <div className="flex min-h-0 flex-1 flex-col md:w-110 md:flex-none">
          <FinderSearch
            query={query}
            onQuery={setQuery}
            position={position}
            onAskPosition={askPosition}
          />
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-(--gutter) pb-6">
            {error && !data && (
              <BranchesFailure
                error={error}
                isRetrying={isFetching}
                onRetry={() => void refetch()}
              />
            )}
            <FinderList
              found={found}
              isPending={isPending}
              isFiltered={query.trim() !== ''}
              chosen={chosen}
              onChoose={onChoose}
              onShowAll={() => setQuery('')}
            />
          </div>
        </div>
      </div>
    </>
  );
}
