import type { MenuItem } from '@/shared/api/types';

export function isDropdown(item: MenuItem): boolean {
  return item.type === 'dropdown' || item.dropDownMenuData.length > 0;
}

/** Whether an entry leads to promotions, itself or through its children. The menu highlights these. */
export function isPromotion(item: MenuItem): boolean {
  return (
    item.href.startsWith('/promotion') ||
    item.dropDownMenuData.some((child) => child.href.startsWith('/promotion'))
  );
}

/**
 * Entries of the dropdown below an entry. If the entry has an address of its own it comes first, because clicking it
 * only opens the dropdown.
 */
export function entriesBelow(item: MenuItem): MenuItem[] {
  const { href, dropDownMenuData } = item;
  if (href === '#' || href === '' || dropDownMenuData.some((child) => child.href === href)) {
    return dropDownMenuData;
  }
  return [{ ...item, type: 'link', dropDownMenuData: [] }, ...dropDownMenuData];
}
