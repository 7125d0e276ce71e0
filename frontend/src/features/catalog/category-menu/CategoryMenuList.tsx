import type { ReactNode } from 'react';
import { cx } from '@/shared/ui/cx';
import { useHoverIntent } from './use-hover-intent';

export type CategoryMenuEntry = { id: number; name: ReactNode; start?: ReactNode; end?: ReactNode };

type CategoryMenuListProps = {
  label: string;
  entries: CategoryMenuEntry[];
  selectedId: number | undefined;
  /** Whether hovering or focusing an entry opens it. */
  followsPointer: boolean;
  onOpen: (id: number) => void;
};

/**
 * Column of entries, one of which is open. The tab key reaches the open entry, arrow keys reach the others (roving tab
 * index).
 */
export function CategoryMenuList({
  label,
  entries,
  selectedId,
  followsPointer,
  onOpen,
}: CategoryMenuListProps) {
  const intent = useHoverIntent((id) => id !== selectedId && onOpen(id));
  const tabStop = entries.some(({ id }) => id === selectedId) ? selectedId : entries[0]?.id;
  return (
    <ul
      aria-label={label}
      onPointerLeave={intent.leave}
      onPointerMove={(event) => {
        if (!followsPointer) return;
        const entry = (event.target as Element).closest<HTMLElement>('[data-entry]');
        intent.move(event, entry ? Number(entry.dataset.entry) : undefined);
      }}
    >
      {entries.map(({ id, name, start, end }) => (
        <li key={id}>
          <button
            type="button"
            data-stop
            data-entry={id}
            tabIndex={id === tabStop ? 0 : -1}
            aria-current={id === selectedId || undefined}
            onFocus={() => followsPointer && intent.focus(id)}
            onClick={() => {
              intent.cancel();
              onOpen(id);
            }}
            className={cx(
              'flex min-h-13 w-full items-center gap-3 rounded-md px-3 py-1 text-start text-sm leading-head transition-colors duration-(--t-fast)',
              id === selectedId
                ? 'bg-action-soft-2 font-semibold text-link'
                : 'font-medium hover:bg-surface-3',
            )}
          >
            {start}
            <span className="min-w-0 flex-1">{name}</span>
            {end}
          </button>
        </li>
      ))}
    </ul>
  );
}
