import type { ReactNode } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { Skeleton } from './Skeleton';

/** Placeholder of a page with a summary beside its content. */
export function SplitPageSkeleton({ children }: { children: ReactNode }) {
  const t = useT();
  return (
    <div
      role="status"
      aria-label={t('state.loading')}
      className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_400px] lg:gap-10"
    >
      <div className="grid content-start gap-4">{children}</div>
      <Skeleton className="h-96 rounded-lg" />
    </div>
  );
}
