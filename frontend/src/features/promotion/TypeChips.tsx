import { Link } from '@tanstack/react-router';
import type { PromotionType } from '@/shared/api/types';
import { useCurrentInView } from '@/shared/hooks/use-current-in-view';
import { useT } from '@/shared/i18n/language-context';
import { bothNames } from '@/shared/i18n/second-name';
import { chipStyle } from '@/shared/ui/Chip';
import { LocalizedText } from '@/shared/ui/LocalizedText';

type TypeChipsProps = { types: PromotionType[]; currentId: number | undefined };

/**
 * Chips for all promotions, or the promotions of one type. They scroll sideways on phones and wrap on
 * desktops.
 */
export function TypeChips({ types, currentId }: TypeChipsProps) {
  const t = useT();
  const row = useCurrentInView(currentId);
  return (
    <nav aria-label={t('promotion.types')} className="pb-5 lg:pb-8">
      <ul
        ref={row}
        className="no-scrollbar bleed flex gap-2 overflow-x-auto py-1 lg:mx-0 lg:flex-wrap lg:px-0"
      >
        <li className="flex-none">
          <Link
            to="/promotions"
            aria-current={currentId === undefined ? 'page' : undefined}
            className={chipStyle(currentId === undefined)}
          >
            {t('promotion.all')}
          </Link>
        </li>
        {types.map((type) => (
          <li key={type.promo_type_id} className="flex-none">
            <Link
              to="/promotion/$typeId"
              params={{ typeId: String(type.promo_type_id) }}
              aria-current={currentId === type.promo_type_id ? 'page' : undefined}
              className={chipStyle(currentId === type.promo_type_id)}
            >
              <LocalizedText>
                {bothNames(type.promo_type_name, type.promo_type_name_en)}
              </LocalizedText>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
