import { useT } from '@/shared/i18n/language-context';
import { Skeleton } from '@/shared/ui/Skeleton';

const LINES = ['w-full', 'w-11/12', 'w-full', 'w-2/3'];

/** Placeholder of a content page that is slow to load. */
export function ContentPending() {
  const t = useT();
  return (
    <div role="status" aria-label={t('state.loading')} className="wrap py-4">
      <Skeleton className="mb-8 h-3.5 w-44" />
      <div className="max-w-170 lg:ms-[268px]">
        <Skeleton className="mb-6 h-8 w-64" />
        {[...LINES, ...LINES].map((width, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all alike
          <Skeleton key={index} className={`mb-4 h-4 ${width}`} />
        ))}
      </div>
    </div>
  );
}
