import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { formatNumber } from '@/shared/format/kip';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { pickText } from '@/shared/i18n/pick-text';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { ImageTile } from '@/shared/ui/ResponsiveImage';
import { SecondName } from '@/shared/ui/SecondName';
import { categoryColor } from '../category-colors';
import { CategoryMenuFooter } from './CategoryMenuFooter';
import { CategoryMenuList } from './CategoryMenuList';
import { ColumnError, ListSkeleton, NoData } from './CategoryMenuStates';
import type { CategoryLists } from './use-category-lists';

type ColumnProps = {
  lists: CategoryLists;
  /** The search text, if no other column already says that nothing was found. */
  query: string | undefined;
  followsPointer: boolean;
  onOpen: (id: number) => void;
};

const scroller = 'min-h-0 flex-1 overflow-auto overscroll-contain p-2';

export function CategoryColumn({ lists, query, ...list }: ColumnProps) {
  const t = useT();
  const { code } = useLanguage();
  const { every, found, isPending, error, retry } = lists.categories;
  return (
    <div className={scroller}>
      {error && found.length === 0 && <ColumnError error={error} onRetry={retry} />}
      {isPending && <ListSkeleton hasImages />}
      {!isPending && !error && found.length === 0 && <NoData query={query} />}
      <CategoryMenuList
        {...list}
        label={t('menu.categories')}
        selectedId={lists.category?.cat_id}
        entries={found.map((category) => ({
          id: category.cat_id,
          name: (
            <>
              <LocalizedText>
                {pickText(category.cat_name_la, category.cat_name_en, code)}
              </LocalizedText>
              <SecondName la={category.cat_name_la} en={category.cat_name_en} />
            </>
          ),
          start: (
            <ImageTile
              path={category.cat_img}
              alt=""
              tint={categoryColor(every.indexOf(category))}
              upTo={160}
              sizes="44px"
              tileClassName="w-11 flex-none rounded-sm!"
            />
          ),
          end: <Icon of={ChevronRight} size="s" className="flip text-text-3" />,
        }))}
      />
    </div>
  );
}

export function GroupColumn({ lists, query, ...list }: ColumnProps) {
  const t = useT();
  const { code } = useLanguage();
  const { category } = lists;
  const { found, isPending, error, retry } = lists.groups;
  return (
    <>
      <div className={scroller}>
        {error && found.length === 0 && <ColumnError error={error} onRetry={retry} />}
        {isPending && <ListSkeleton />}
        {category && !isPending && !error && found.length === 0 && <NoData query={query} />}
        <CategoryMenuList
          {...list}
          label={t('categoryMenu.groups')}
          selectedId={lists.group?.prog_id}
          entries={found.map((group) => ({
            id: group.prog_id,
            name: (
              <>
                <LocalizedText>
                  {pickText(group.prog_name_la, group.prog_name_en, code)}
                </LocalizedText>
                <SecondName la={group.prog_name_la} en={group.prog_name_en} />
              </>
            ),
            end: (
              <span className="num text-xs font-normal text-text-3">
                <span className="sr-only">, </span>
                {formatNumber(group.product_count)}
              </span>
            ),
          }))}
        />
      </div>
      {category && (found.length > 0 || !lists.isSearching) && (
        <CategoryMenuFooter>
          <Link
            to="/shop"
            search={{ category: category.cat_id }}
            className="flex min-h-13 items-center justify-center gap-1 rounded-md px-2 text-center text-sm leading-head font-semibold text-link hover:bg-surface-3"
          >
            {t('categoryMenu.viewCategory')}
            <Icon of={ChevronRight} size="s" className="flip" />
          </Link>
        </CategoryMenuFooter>
      )}
    </>
  );
}
