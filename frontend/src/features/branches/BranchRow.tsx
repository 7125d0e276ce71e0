import { Navigation, Phone } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { formatKm } from '@/domain/branches/branch-distance';
import { directionsLink } from '@/domain/branches/branch-links';
import { isOpenAt } from '@/shared/format/shop-clock';
import { telHref } from '@/shared/format/tel-href';
import { useNow } from '@/shared/hooks/use-now';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { pickText } from '@/shared/i18n/pick-text';
import { buttonStyle } from '@/shared/ui/button-style';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { SecondName } from '@/shared/ui/SecondName';
import type { ListedBranch } from './listed-branches';

const REFRESH_MS = 60_000;

type BranchRowProps = { item: ListedBranch; isChosen: boolean; onChoose: (b_id: number) => void };

/** Row of one branch. A click on its name shows it on the map; below are distance, telephone number and directions. */
export function BranchRow({
  item: { branch, coordinates, km },
  isChosen,
  onChoose,
}: BranchRowProps) {
  const t = useT();
  const { code } = useLanguage();
  const isOpen = isOpenAt({ opens: branch.open, closes: branch.close }, useNow(REFRESH_MS));
  const directions = directionsLink(branch);
  const row = useRef<HTMLLIElement>(null);
  const name = pickText(branch.b_name, branch.b_name_eng, code);

  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);

  return (
    <li
      ref={row}
      className={cx(
        '-mx-3 scroll-my-2 border-b border-line px-3 py-3.5',
        isChosen && 'rounded-md border-transparent bg-action-soft',
      )}
    >
      <div className="flex items-start justify-between gap-3">
        <h3 className="text-sm leading-head font-semibold">
          {coordinates ? (
            <button
              type="button"
              aria-current={isChosen || undefined}
              onClick={() => onChoose(branch.b_id)}
              className="rounded-xs text-start hover:text-link"
            >
              <LocalizedText>{name}</LocalizedText>
            </button>
          ) : (
            <LocalizedText>{name}</LocalizedText>
          )}
          <SecondName la={branch.b_name} en={branch.b_name_eng} />
        </h3>
        <span
          className={cx(
            'flex flex-none items-center gap-1.5 text-xs leading-head font-semibold whitespace-nowrap',
            isOpen ? 'text-ok' : 'text-text-3',
          )}
        >
          <span
            className={cx(
              'size-2 rounded-full',
              isOpen ? 'bg-dot-ok ring-3 ring-dot-ok/20' : 'bg-dot-none',
            )}
          />
          {t(isOpen ? 'info.open' : 'info.closed')}
        </span>
      </div>
      <p className="text-xs text-text-3">
        <LocalizedText>{{ la: branch.tb_address_la, en: branch.tb_address_en }}</LocalizedText>
      </p>
      <div className="mt-1 flex flex-wrap items-center gap-1">
        {km !== undefined && (
          <span className="num text-xs text-text-3">
            {t('branches.distance', { km: formatKm(km) })}
          </span>
        )}
        <span className="flex-1" />
        {[branch.b_f_phone, branch.b_s_phone].filter(Boolean).map((phone) => (
          <a
            key={phone}
            href={telHref(phone)}
            aria-label={`${t('branches.call')}: ${phone}`}
            className={buttonStyle('ghost', 'm', 'px-2!')}
          >
            <Icon of={Phone} size="s" />
            <Ltr className="num">{phone}</Ltr>
          </a>
        ))}
        {directions && (
          <a
            href={directions}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonStyle('soft', 'm', 'px-3!')}
          >
            <Icon of={Navigation} size="s" />
            {t('branches.directions')}
            <span className="sr-only">: {name}</span>
          </a>
        )}
      </div>
    </li>
  );
}
