import { Link } from '@tanstack/react-router';
import { Menu } from 'lucide-react';
import { useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';
import { SheetHeader } from '@/shared/ui/SheetHeader';
import { OfficeSheet } from '../OfficeSheet';
import { TabCount } from './OfficeRail';
import { OtherLanguageLink } from './OtherLanguageLink';
import { ALL_ENTRIES, EXACT, entriesFor, type OfficeMenu, TAB_PLACES } from './office-entries';
import { AccountActions } from './StaffAccountMenu';

/** Tab bar on phones: the daily pages, and the others that the role may use behind "More". */
export function OfficeTabs({ place, areas, waiting }: OfficeMenu) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const allowed = entriesFor(ALL_ENTRIES, areas);
  const tabs = allowed.filter((entry) => TAB_PLACES.includes(entry.place));
  const others = allowed.filter((entry) => !TAB_PLACES.includes(entry.place));
  const isInMore = others.some((entry) => entry.place === place);
  return (
    <>
      <nav aria-label={t('office.menu')} className="o-tabs lg:hidden">
        {tabs.map((entry) => (
          <Link
            key={entry.place}
            {...entry.link}
            activeProps={{}}
            activeOptions={EXACT}
            aria-current={entry.place === place ? 'page' : undefined}
            className="o-tab"
          >
            <span>
              <Icon of={entry.icon} size="l" />
              <TabCount count={waiting[entry.place] ?? 0} />
            </span>
            <span>{t(entry.label)}</span>
          </Link>
        ))}
        <button
          type="button"
          aria-haspopup="dialog"
          aria-current={isInMore ? 'page' : undefined}
          onClick={() => setOpen(true)}
          className="o-tab"
        >
          <span>
            <Icon of={Menu} size="l" />
          </span>
          <span>{t('office.more')}</span>
        </button>
      </nav>
      <OfficeSheet isOpen={isOpen} onOpenChange={setOpen} label={t('office.more')} side="end">
        <SheetHeader title={t('office.more')} onClose={close} />
        <div className="grid content-start gap-1 p-3">
          {others.map((entry) => (
            <Link
              key={entry.place}
              {...entry.link}
              activeProps={{}}
              aria-current={entry.place === place ? 'page' : undefined}
              onClick={close}
              className="o-menu-item"
            >
              <Icon of={entry.icon} />
              {t(entry.label)}
            </Link>
          ))}
          <OtherLanguageLink className="o-menu-item" />
          <AccountActions onDone={close} />
        </div>
      </OfficeSheet>
    </>
  );
}
