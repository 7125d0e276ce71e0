import { Link } from '@tanstack/react-router';
import { LayoutGrid, Phone } from 'lucide-react';
import type { MenuItem } from '@/shared/api/types';
import { useT } from '@/shared/i18n/language-context';
import { buttonStyle } from '@/shared/ui/button-style';
import { Icon } from '@/shared/ui/Icon';
import { MenuTree } from './MenuTree';
import { PanelAccount } from './PanelAccount';
import { PanelLanguages } from './PanelLanguages';
import { ThemeToggle } from './ThemeToggle';

type MenuTabProps = {
  items: MenuItem[];
  hotline: string;
  onFollow: () => void;
  onOpenCategoryMenu: () => void;
};

/** First tab of the mobile panel: menu, account, languages. */
export function MenuTab({ items, hotline, onFollow, onOpenCategoryMenu }: MenuTabProps) {
  const t = useT();
  return (
    <>
      <div className="flex-1 overflow-auto overscroll-contain px-5 py-3.5">
        <div className="grid grid-cols-2 gap-2">
          <Link to="/shop" onClick={onFollow} className={buttonStyle('primary', 'm', 'px-2!')}>
            {t('nav.allProducts')}
          </Link>
          <button
            type="button"
            onClick={onOpenCategoryMenu}
            className={buttonStyle('soft', 'm', 'px-2!')}
          >
            <Icon of={LayoutGrid} />
            {t('menu.categories')}
          </button>
        </div>
        <PanelAccount onFollow={onFollow} />
        <PanelLanguages onClose={onFollow} />
        <MenuTree items={items} onFollow={onFollow} />
      </div>
      <div className="flex items-center justify-between border-t border-line px-5 py-2 text-sm">
        {hotline && (
          <a
            href={`tel:${hotline.replace(/\s/g, '')}`}
            className="flex min-h-11 items-center gap-2"
          >
            <Icon of={Phone} />
            {t('info.hotline')}
            <bdi dir="ltr" className="num font-semibold">
              {hotline}
            </bdi>
          </a>
        )}
        <ThemeToggle className="ms-auto -me-3" />
      </div>
    </>
  );
}
