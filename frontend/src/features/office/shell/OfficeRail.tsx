import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { CountBadge } from '@/shared/ui/CountBadge';
import { Icon } from '@/shared/ui/Icon';
import { LogoMark } from '@/shared/ui/Logo';
import {
  ALL_ENTRIES,
  DAILY_ENTRIES,
  EXACT,
  entriesFor,
  type OfficeEntry,
  type OfficeMenu,
  PEOPLE_ENTRIES,
  SHOP_ENTRIES,
} from './office-entries';
import { AccountMenu } from './StaffAccountMenu';

type OfficeRailProps = OfficeMenu & { isNarrow: boolean };

/** Menu of the back office on desktops; narrow it has icons, with labels on hover and focus. */
export function OfficeRail({ place, areas, waiting, isNarrow }: OfficeRailProps) {
  const t = useT();
  const groups = [DAILY_ENTRIES, SHOP_ENTRIES, PEOPLE_ENTRIES]
    .map((entries) => entriesFor(entries, areas))
    .filter((entries) => entries.length > 0);
  const home = entriesFor(ALL_ENTRIES, areas)[0]?.link ?? { to: '/staff' };
  const item = (entry: OfficeEntry) => (
    <RailItem
      key={entry.place}
      entry={entry}
      isHere={entry.place === place}
      count={waiting[entry.place] ?? 0}
    />
  );
  return (
    <nav
      aria-label={t('office.menu')}
      data-narrow={isNarrow || undefined}
      className="o-rail max-lg:hidden"
    >
      <Link {...home} activeProps={{}} activeOptions={EXACT} className="o-rail-item o-rail-logo">
        <LogoMark />
        <b className="o-rail-wide">{t('office.shop')}</b>
        <small>{t('office.title')}</small>
        {isNarrow && <span className="sr-only">{t('office.title')}</span>}
      </Link>
      {groups.map((entries, index) => (
        <Fragment key={entries[0]?.place}>
          {index > 0 && <hr />}
          {entries.map(item)}
        </Fragment>
      ))}
      <AccountMenu />
    </nav>
  );
}

function RailItem({
  entry,
  isHere,
  count,
}: {
  entry: OfficeEntry;
  isHere: boolean;
  count: number;
}) {
  const t = useT();
  return (
    <Link
      {...entry.link}
      activeProps={{}}
      activeOptions={EXACT}
      aria-current={isHere ? 'page' : undefined}
      className="o-rail-item"
    >
      <Icon of={entry.icon} />
      <span className="o-rail-label">{t(entry.label)}</span>
      <Waits count={count} />
    </Link>
  );
}

/** Badge with the number of waiting items of an entry; nothing at 0. */
function Waits({ count }: { count: number }) {
  const t = useT();
  if (count === 0) return null;
  return (
    <span className="o-rail-count">
      <span aria-hidden>{count > 99 ? '99+' : count}</span>
      <span className="sr-only">{t('office.waiting', { count })}</span>
    </span>
  );
}

export function TabCount({ count }: { count: number }) {
  const t = useT();
  if (count === 0) return null;
  return (
    <>
      <CountBadge count={count} />
      <span className="sr-only">{t('office.waiting', { count })}</span>
    </>
  );
}
