import { ArrowDown, ArrowUp } from 'lucide-react';
import { Icon } from '@/shared/ui/Icon';

type SortHeaderProps<Sort extends string> = {
  label: string;
  sort: Sort | undefined;
  down: Sort;
  up: Sort;
  isEnd?: boolean;
  onSort: (sort: Sort) => void;
};

/** Header of a sortable column. The first click sorts descending, the second ascending. */
export function SortHeader<Sort extends string>(props: SortHeaderProps<Sort>) {
  const { label, sort, down, up, isEnd = false, onSort } = props;
  const direction = sort === down ? 'descending' : sort === up ? 'ascending' : 'none';
  return (
    <th aria-sort={direction} className={isEnd ? 'o-end' : undefined}>
      <button type="button" onClick={() => onSort(sort === down ? up : down)}>
        {label}
        {direction !== 'none' && (
          <Icon of={direction === 'descending' ? ArrowDown : ArrowUp} size="s" />
        )}
      </button>
    </th>
  );
}
