import { Link } from '@tanstack/react-router';
import { House, type LucideIcon, Menu, ScanSearch, Search, Settings } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';

export type PanelTab = 'menu' | 'search' | 'settings';

type PanelTabsProps = {
  tab: PanelTab;
  onChange: (tab: PanelTab) => void;
  onFollow: () => void;
  onOpenImageSearch: () => void;
};

/** Tab bar at the bottom of the mobile panel, with a link to the home page. */
export function PanelTabs({ tab, onChange, onFollow, onOpenImageSearch }: PanelTabsProps) {
  const t = useT();
  return (
    <nav
      aria-label={t('panel.tabs')}
      className="flex border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]"
    >
      <Tab icon={Menu} isCurrent={tab === 'menu'} onClick={() => onChange('menu')}>
        {t('panel.menu')}
      </Tab>
      <Tab icon={Search} isCurrent={tab === 'search'} onClick={() => onChange('search')}>
        {t('search.submit')}
      </Tab>
      <Link to="/" onClick={onFollow} className={tabStyle(false)}>
        <Icon of={House} size="l" />
        {t('panel.home')}
      </Link>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onOpenImageSearch}
        className={tabStyle(false)}
      >
        <Icon of={ScanSearch} size="l" />
        {t('panel.imageSearch')}
      </button>
      <Tab icon={Settings} isCurrent={tab === 'settings'} onClick={() => onChange('settings')}>
        {t('panel.settings')}
      </Tab>
    </nav>
  );
}

const tabStyle = (isCurrent: boolean) =>
  cx(
    'flex min-h-15 flex-1 flex-col items-center justify-center gap-px text-2xs leading-head',
    isCurrent ? 'font-bold text-link' : 'font-medium text-text-3',
  );

type TabProps = ComponentProps<'button'> & { icon: LucideIcon; isCurrent: boolean };

function Tab({ icon, isCurrent, children, ...rest }: TabProps) {
  return (
    <button type="button" aria-pressed={isCurrent} className={tabStyle(isCurrent)} {...rest}>
      <Icon of={icon} size="l" className={isCurrent ? 'fill-action-soft-2' : undefined} />
      {children}
    </button>
  );
}
