import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { type PageHead, writeHead } from './page-head';
import { shopName } from './shop-name';

/**
 * Sets title and head elements of a page, on mount and when its address changes. The default description is the
 * page's title and the description of the shop.
 */
export function usePageTitle(title: string, about: Omit<PageHead, 'title'> = {}): void {
  const t = useT();
  const address = useRouterState({
    select: ({ resolvedLocation }) => resolvedLocation?.publicHref,
  });
  const shop = t('hero.text');
  const { description = title === shopName() ? shop : `${title} – ${shop}` } = about;
  const { image, isHidden = false } = about;
  useEffect(() => {
    if (title && address)
      // If the code for the head cannot be loaded, the head has only the title.
      writeHead({ title, description, image, isHidden }, address).catch(() => {});
  }, [title, description, image, isHidden, address]);
}
