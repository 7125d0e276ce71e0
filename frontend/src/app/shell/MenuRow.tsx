import { useSuspenseQuery } from '@tanstack/react-query';
import { LayoutGrid } from 'lucide-react';
import { useRef } from 'react';
import { menuQuery } from '@/shared/api/site-queries';
import type { MenuItem } from '@/shared/api/types';
import { useT } from '@/shared/i18n/language-context';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';
import { useCategoryMenu } from './CategoryMenuHost';
import { MenuRowItem } from './MenuRowItem';
import { useFittingCount } from './use-fitting-count';

const OVERFLOW_ID = -1;

/** Menu row of the desktop header. Entries that do not fit move into a "more" dropdown. */
export function MenuRow() {
  const t = useT();
  const categoryMenu = useCategoryMenu();
  const { data: items } = useSuspenseQuery(menuQuery).data;
  const row = useRef<HTMLUListElement>(null);
  const measured = useFittingCount(row, items.length);
  const fitting = measured ?? items.length;
  const rest = items.slice(fitting);
  const more = t('menu.more');
  const overflow: MenuItem = {
    id: OVERFLOW_ID,
    label: { la: more, en: more },
    sublabel: null,
    href: '#',
    type: 'dropdown',
    dropDownMenuData: rest,
  };

  return (
    <nav aria-label={t('menu.label')} className="border-b border-line bg-bg max-lg:hidden">
      <div className="wrap flex items-center gap-1">
        <button
          type="button"
          onClick={categoryMenu.open}
          onPointerEnter={categoryMenu.hint}
          className="-ms-3 flex min-h-12 flex-none items-center gap-1.5 rounded-sm px-3 text-sm font-semibold hover:text-link"
        >
          <Icon of={LayoutGrid} />
          {t('menu.categories')}
        </button>
        <ul
          ref={row}
          className={cx(
            'relative flex min-w-0 flex-1 items-center gap-1',
            measured === undefined && 'overflow-x-clip',
          )}
        >
          {items.map((item, index) => (
            <MenuRowItem
              key={item.id}
              item={item}
              isFolded={index >= fitting}
              align={index < items.length / 2 ? 'start' : 'end'}
            />
          ))}
          {rest.length > 0 && <MenuRowItem item={overflow} isFolded={false} align="end" />}
        </ul>
      </div>
    </nav>
  );
}
