import { useSuspenseQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useLayoutEffect, useState } from 'react';
import { useOpenImageSearch } from '@/domain/image-search/image-search-state';
import { SearchTab } from '@/features/search/panel/SearchTab';
import { companyQuery, menuQuery } from '@/shared/api/site-queries';
import { shopName } from '@/shared/head/shop-name';
import { useBackCloses } from '@/shared/hooks/use-back-closes';
import { useT } from '@/shared/i18n/language-context';
import { IconButton } from '@/shared/ui/Button';
import { LogoMark } from '@/shared/ui/Logo';
import { Sheet } from '@/shared/ui/Sheet';
import { useCategoryMenu } from './CategoryMenuHost';
import { MenuTab } from './MenuTab';
import { type PanelTab, PanelTabs } from './PanelTabs';
import { SettingsTab } from './SettingsTab';

// biome-ignore lint/performance/noBarrelFile: the back office previews the menu with the chunk of the panel
export { MenuTree } from './MenuTree';

type MobilePanelProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** The panel of phones. It opens with the menu, whichever tab was shown last. */
export function MobilePanel({ isOpen, onOpenChange }: MobilePanelProps) {
  const t = useT();
  const categoryMenu = useCategoryMenu();
  const openImageSearch = useOpenImageSearch();
  const { data: items } = useSuspenseQuery(menuQuery).data;
  const company = useSuspenseQuery(companyQuery).data.data;
  const [tab, setTab] = useState<PanelTab>('menu');
  useLayoutEffect(() => {
    if (isOpen) setTab('menu');
  }, [isOpen]);
  const close = () => onOpenChange(false);
  useBackCloses(isOpen, close);
  const openCategoryMenu = () => {
    close();
    categoryMenu.open();
  };

  const findByImage = () => {
    close();
    openImageSearch();
  };

  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      side="start"
      label={t('menu.label')}
      className="max-md:w-full!"
    >
      <div className="flex min-h-16 items-center justify-between border-b border-line ps-5 pe-2">
        <span className="flex items-center gap-2 text-[1.375rem] leading-head font-bold">
          <LogoMark className="size-7.5 text-action" />
          {shopName()}
        </span>
        <IconButton icon={X} label={t('action.close')} onClick={close} />
      </div>
      {tab === 'menu' && (
        <MenuTab
          items={items}
          hotline={company.hotline}
          customerService={company.customer_service}
          onFollow={close}
          onOpenCategoryMenu={openCategoryMenu}
        />
      )}
      {tab === 'search' && <SearchTab onFollow={close} onOpenImageSearch={findByImage} />}
      {tab === 'settings' && <SettingsTab onFollow={close} />}
      <PanelTabs tab={tab} onChange={setTab} onFollow={close} onOpenImageSearch={findByImage} />
    </Sheet>
  );
}
