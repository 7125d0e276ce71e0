import type { KeyboardEvent } from 'react';
import { pressedKey } from '@/shared/forms/pressed-key';
import { cx } from '@/shared/ui/cx';
import { moveByKey } from './arrow-keys';
import { NoData, ProductsSkeleton } from './CategoryMenuStates';
import type { CategoryMenuStep, Selection } from './category-menu-state';
import { CategoryColumn, GroupColumn } from './ListColumns';
import { ProductColumn } from './ProductColumn';
import type { CategoryLists } from './use-category-lists';

type CategoryMenuColumnsProps = {
  lists: CategoryLists;
  query: string;
  /** The column that a phone shows; undefined on wide screens, which show all three. */
  step: CategoryMenuStep | undefined;
  onChoose: (chosen: Selection) => void;
};

const column = 'flex min-h-0 min-w-0 flex-col';

export function CategoryMenuColumns({ lists, query, step, onChoose }: CategoryMenuColumnsProps) {
  const { category, group } = lists;
  const isShown = (name: CategoryMenuStep) => step === undefined || step === name;
  const isWaiting = lists.categories.isPending || lists.groups.isPending;
  const followsPointer = step === undefined;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move among the buttons and links inside
    <div
      onKeyDown={moveByArrow}
      className="grid min-h-0 flex-1 grid-rows-[minmax(0,1fr)] md:grid-cols-[12.5rem_12.5rem_minmax(0,1fr)] lg:grid-cols-[16.25rem_16.25rem_minmax(0,1fr)]"
    >
      {isShown('categories') && (
        <div data-column className={column}>
          <CategoryColumn
            lists={lists}
            query={step && query}
            followsPointer={followsPointer}
            onOpen={(id) => onChoose({ category: id })}
          />
        </div>
      )}
      {isShown('groups') && (
        <div data-column className={cx(column, 'md:border-s md:border-line')}>
          <GroupColumn
            lists={lists}
            query={step && query}
            followsPointer={followsPointer}
            onOpen={(id) => onChoose({ category: category?.cat_id, group: id })}
          />
        </div>
      )}
      {isShown('products') && (
        <div data-column data-grid className={cx(column, 'md:border-s md:border-line')}>
          {category && group && (
            <ProductColumn
              key={group.prog_id}
              category={category}
              group={group}
              products={lists.products}
              query={query}
            />
          )}
          {!group && !isWaiting && !lists.groups.error && <NoData query={query} />}
          {!group && isWaiting && (
            <div className="@container px-5 py-4">
              <ProductsSkeleton />
            </div>
          )}
        </div>
      )}
    </div>
  );
}

function moveByArrow(event: KeyboardEvent<HTMLElement>): void {
  const key = pressedKey(event);
  if (key === undefined) return;
  const columns = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-column]')];
  const here = columns.findIndex((each) => each.contains(event.target as Node));
  const stops = stopsOf(columns[here]);
  const index = stops.indexOf(event.target as HTMLElement);
  if (index === -1) return;
  const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
  const place = { index, count: stops.length, perRow: perRow(columns[here], stops) };
  const next = moveByKey(key, place, isRtl ? 'rtl' : 'ltr');
  if (next === null) return;
  event.preventDefault();
  if (typeof next === 'number') stops[next]?.focus();
  else tabStopOf(columns[here + (next === 'next' ? 1 : -1)])?.focus();
}

function stopsOf(column: HTMLElement | undefined): HTMLElement[] {
  return [...(column?.querySelectorAll<HTMLElement>('[data-stop]') ?? [])];
}

/** The open entry of a column, or its first entry. */
function tabStopOf(column: HTMLElement | undefined): HTMLElement | undefined {
  const stops = stopsOf(column);
  return stops.find((stop) => stop.hasAttribute('aria-current')) ?? stops[0];
}

/** Number of entries in the first row of a column; 1 for a list. */
function perRow(column: HTMLElement | undefined, stops: HTMLElement[]): number {
  if (!column?.hasAttribute('data-grid')) return 1;
  const top = stops[0]?.getBoundingClientRect().top;
  const next = stops.findIndex((stop) => stop.getBoundingClientRect().top !== top);
  return next === -1 ? Math.max(1, stops.length) : next;
}
