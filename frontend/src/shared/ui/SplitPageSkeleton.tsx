import type { ReactNode } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { Skeleton } from './Skeleton';
import { splitStyle } from './split-style';

/** Placeholder of a page with a summary beside its content. */
export function SplitPageSkeleton({ children }: { children: ReactNode }) {
  const t = useT();
  return (
    <div role="status" aria-label={t('state.loading')} className={splitStyle}>
      <div className="grid content-start gap-4">{children}</div>
      <Skeleton className="h-96 rounded-lg" />
    </div>
  );
}
