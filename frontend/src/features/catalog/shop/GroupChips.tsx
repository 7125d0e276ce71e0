import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { bothNames } from '@/shared/i18n/second-name';
import { chipStyle } from '@/shared/ui/Chip';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { groupsQuery } from '../catalog-queries';
import { withFilters } from './list-filters';
import type { ProductListParams } from './product-list-params';

/** Groups of the list's category as chips, on phones. Desktops have them among the filters. */
export function GroupChips({ search }: { search: ProductListParams }) {
  const t = useT();
  const _language = useLanguage();
  const { data } = useQuery({
    ...groupsQuery(search.category),
    enabled: search.category !== undefined,
  });
  const groups = data?.data ?? [];
  if (search.category === undefined || groups.length < 2) return null;
  const chips = [
    { id: undefined, name: t('action.seeAll') },
    ...groups.map((group) => ({
      id: group.prog_id,
      name: bothNames(group.prog_name_la, group.prog_name_en),
    })),
  ];
  return (
    <nav aria-label={t('shop.group')} className="lg:hidden">
      <ul className="no-scrollbar bleed flex gap-2 overflow-x-auto pt-2">
        {chips.map(({ id, name }) => (
          <li key={id ?? 'all'} className="flex-none">
            <Link
              to="/shop"
              search={withFilters(search, { group: id })}
              activeOptions={{ exact: true }}
              aria-current={search.group === id ? 'true' : undefined}
              className={chipStyle(search.group === id)}
            >
              <LocalizedText>{name}</LocalizedText>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
