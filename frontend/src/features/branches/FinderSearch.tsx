import { LoaderCircle, LocateFixed, Search, X } from 'lucide-react';
import { useRef } from 'react';
import type { Position } from '@/domain/branches/use-position';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { pressable } from '@/shared/ui/pressable';

type FinderSearchProps = {
  query: string;
  onQuery: (query: string) => void;
  position: Position;
  onAskPosition: () => void;
};

const square = 'grid size-11 flex-none place-items-center rounded-md hover:text-text';

/** Text filter, and the button that requests the device's position. */
export function FinderSearch({ query, onQuery, position, onAskPosition }: FinderSearchProps) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const isAsking = position.status === 'asking';
  return (
    <search className="px-(--gutter) pt-4 pb-2">
      <div className="flex min-h-12 items-center gap-2 rounded-md bg-surface-3 ps-4 pe-0.5 text-text-3 focus-inside focus-within:focus-ring">
        <Icon of={Search} />
        <input
          ref={input}
          type="text"
          autoComplete="off"
          enterKeyHint="search"
          aria-label={t('branches.filter')}
          placeholder={t('branches.filter')}
          value={query}
          onChange={(event) => onQuery(event.target.value)}
          className="min-h-12 min-w-0 flex-1 bg-transparent leading-head text-text focus-none max-lg:text-md lg:text-sm"
        />
        {query && (
          <button
            type="button"
            aria-label={t('search.clear')}
            className={square}
            onClick={() => {
              onQuery('');
              input.current?.focus();
            }}
          >
            <Icon of={X} size="s" />
          </button>
        )}
        <button
          type="button"
          aria-label={t('branches.nearMe')}
          aria-pressed={position.status === 'known'}
          aria-busy={isAsking}
          title={t('branches.nearMe')}
          {...pressable(isAsking, onAskPosition)}
          className={`${square} text-link`}
        >
          <Icon
            of={isAsking ? LoaderCircle : LocateFixed}
            className={isAsking ? 'animate-spin' : undefined}
          />
        </button>
      </div>
      <p role="status" className="text-xs text-text-3 not-empty:pt-2">
        <LocalizedText>{positionText(t, position)}</LocalizedText>
      </p>
    </search>
  );
}

function positionText(t: ReturnType<typeof useT>, { status }: Position): string {
  switch (status) {
    case 'asking':
      return t('branches.locating');
    case 'denied':
      return t('branches.locationDenied');
    case 'unknown':
      return t('branches.locationUnknown');
    case 'known':
      return t('branches.nearestFirst');
    default:
      return '';
  }
}
