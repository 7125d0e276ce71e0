import { Link } from '@tanstack/react-router';
import { LayoutGrid, Phone } from 'lucide-react';
import type { MenuItem } from '@/shared/api/types';
import { telHref } from '@/shared/format/tel-href';
import { useT } from '@/shared/i18n/language-context';
import { buttonStyle } from '@/shared/ui/button-style';
import { Icon } from '@/shared/ui/Icon';
import { Ltr } from '@/shared/ui/Ltr';
import { MenuTree } from './MenuTree';
import { PanelAccount } from './PanelAccount';
import { PanelInfo } from './PanelInfo';
import { PanelLanguages } from './PanelLanguages';
import { ThemeToggle } from './ThemeToggle';

type MenuTabProps = {
  items: MenuItem[];
  hotline: string;
  customerService: string;
  onFollow: () => void;
  onOpenCategoryMenu: () => void;
};

/** First tab of the mobile panel: menu, account, languages. */
export function MenuTab({
  items,
  hotline,
  customerService,
  onFollow,
  onOpenCategoryMenu,
}: MenuTabProps) {
  const t = useT();
  return (
    <>
      <div className="flex-1 overflow-auto overscroll-contain px-5 py-3.5">
        <div className="flex flex-wrap gap-2">
          <Link
            to="/shop"
            onClick={onFollow}
            className={buttonStyle('primary', 'm', 'flex-1 px-2!')}
          >
            {t('shop.allCategories')}
          </Link>
          <button
            type="button"
            onClick={onOpenCategoryMenu}
            className={buttonStyle('soft', 'm', 'flex-1 px-2!')}
          >
            <Icon of={LayoutGrid} />
            {t('home.categories')}
          </button>
        </div>
        <PanelInfo onFollow={onFollow} />
        <PanelAccount onFollow={onFollow} />
        <PanelLanguages onClose={onFollow} />
        <MenuTree items={items} onFollow={onFollow} />
      </div>
      <div className="flex items-center justify-between border-t border-line px-5 py-2 text-sm">
        <ul>
          {[
            { label: t('info.hotline'), number: hotline },
            { label: t('info.customerService'), number: customerService },
          ].map(
            ({ label, number }) =>
              number && (
                <li key={label}>
                  <a
                    href={telHref(number)}
                    className="flex min-h-11 flex-wrap items-center gap-x-2 rounded-xs"
                  >
                    <Icon of={Phone} />
                    {label}
                    <Ltr className="num font-semibold">{number}</Ltr>
                  </a>
                </li>
              ),
          )}
        </ul>
        <ThemeToggle className="ms-auto -me-3" />
      </div>
    </>
  );
}
