import type { MenuItem } from '@/shared/api/types';

export function isDropdown(item: MenuItem): boolean {
  return item.type === 'dropdown' || item.dropDownMenuData.length > 0;
}

/** Price cuts are the one thing the menu colours: an entry that leads to promotions, itself or through its children. */
export function isPromotion(item: MenuItem): boolean {
  return (
    item.href.startsWith('/promotion') ||
    item.dropDownMenuData.some((child) => child.href.startsWith('/promotion'))
  );
}

/** What opens below an entry. One that has an address of its own is the first of them, since pressing it only unfolds. */
export function entriesBelow(item: MenuItem): MenuItem[] {
  const { href, dropDownMenuData } = item;
  if (href === '#' || href === '' || dropDownMenuData.some((child) => child.href === href)) {
    return dropDownMenuData;
  }
  return [{ ...item, type: 'link', dropDownMenuData: [] }, ...dropDownMenuData];
}
