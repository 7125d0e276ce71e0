import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';

type DataGridStatesProps = {
  list: Pick<
    UseQueryResult<unknown, Error>,
    'data' | 'error' | 'isPending' | 'isPlaceholderData' | 'refetch'
  >;
  isEmpty: boolean;
  /** Rows of the final height while the first page loads. */
  Skeleton: ComponentType;
  /** Error state with a retry button. */
  Failed: ComponentType<{ error: unknown; onRetry: () => void }>;
  /** Text of an empty list. */
  empty: ReactNode;
  /** The grid. */
  children: ReactNode;
};

/** Grid of a query, or else its state: loading, failed or empty. Rows of an outdated page stay and are busy. */
export function DataGridStates(props: DataGridStatesProps) {
  const { list, isEmpty, Skeleton, Failed, empty, children } = props;
  if (list.isPending) return <Skeleton />;
  if (!list.data) return <Failed error={list.error} onRetry={() => void list.refetch()} />;
  if (isEmpty) return empty;
  return (
    <div className="relative flex min-h-0 flex-1 flex-col" aria-busy={list.isPlaceholderData}>
      {children}
    </div>
  );
}
