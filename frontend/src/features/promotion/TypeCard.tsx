import { Link } from '@tanstack/react-router';
import { BadgePercent, ChevronRight } from 'lucide-react';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { pickText } from '@/shared/i18n/pick-text';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { ImageTile } from '@/shared/ui/ResponsiveImage';
import { SecondName } from '@/shared/ui/SecondName';
import type { RunningType } from './promotion-order';

/** Card of a promotion type, with the image of a product from one of its promotions. */
export function TypeCard({ type }: { type: RunningType }) {
  const t = useT();
  const { code } = useLanguage();
  const runs = type.running.length > 0;
  return (
    <Link
      to="/promotion/$typeId"
      params={{ typeId: String(type.promo_type_id) }}
      className="card flex h-full items-center gap-4 rounded-lg p-3 pe-4 inset-ring inset-ring-line hover:bg-surface-2"
    >
      {runs ? (
        <ImageTile
          path={type.running[0]?.products[0]?.pro_img_cover ?? null}
          alt=""
          tint="clay"
          upTo={320}
          sizes="88px"
          tileClassName="w-22 flex-none"
        />
      ) : (
        <span className="grid size-22 flex-none place-items-center rounded-md bg-surface-3 text-text-3">
          <Icon of={BadgePercent} size="l" />
        </span>
      )}
      <span className="min-w-0 flex-1">
        <span className="card-name block text-md leading-head font-semibold">
          <LocalizedText>
            {pickText(type.promo_type_name, type.promo_type_name_en, code)}
          </LocalizedText>
          <SecondName la={type.promo_type_name} en={type.promo_type_name_en} />
        </span>
        <span className={cx('block text-sm', runs ? 'text-on-deal-soft' : 'text-text-3')}>
          {runs
            ? t('promotion.running', { count: type.running.length })
            : t('promotion.noneOfType')}
        </span>
      </span>
      <Icon of={ChevronRight} size="s" className="flip text-text-3" />
    </Link>
  );
}
