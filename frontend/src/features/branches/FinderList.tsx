import { MapPinOff } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { EmptyState } from '@/shared/ui/PageStates';
import { Skeleton } from '@/shared/ui/Skeleton';
import { BranchRow } from './BranchRow';
import type { ListedBranch } from './listed-branches';

const SKELETON_ROWS = 5;

type FinderListProps = {
  found: ListedBranch[];
  isPending: boolean;
  isFiltered: boolean;
  chosen: number | undefined;
  onChoose: (b_id: number) => void;
  onShowAll: () => void;
};

export function FinderList(props: FinderListProps) {
  const { found, isPending, isFiltered, chosen, onChoose, onShowAll } = props;
  const t = useT();
  if (isPending) {
    return (
      <div role="status" aria-label={t('state.loading')}>
        {Array.from({ length: SKELETON_ROWS }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all alike
          <div key={index} className="border-b border-line py-4">
            <Skeleton className="h-4 w-3/5" />
            <Skeleton className="mt-2 h-3.5" />
            <Skeleton className="mt-3 ms-auto h-11 w-1/2 rounded-md" />
          </div>
        ))}
      </div>
    );
  }
  return (
    <>
      <p role="status" className="sr-only">
        {t('branches.count', { count: found.length })}
      </p>
      {found.length === 0 && (
        <EmptyState
          icon={MapPinOff}
          title={t(isFiltered ? 'branches.noMatch' : 'branches.none')}
          text={isFiltered ? t('branches.noMatchText') : undefined}
          actions={
            isFiltered && (
              <Button kind="soft" onClick={onShowAll}>
                {t('branches.showAll')}
              </Button>
            )
          }
        />
      )}
      <ul>
        {found.map((item) => (
          <BranchRow
            key={item.branch.b_id}
            item={item}
            isChosen={item.branch.b_id === chosen}
            onChoose={onChoose}
          />
        ))}
      </ul>
    </>
  );
}
