import { ChevronDown, ChevronRight } from 'lucide-react';
import type { MenuItem } from '@/shared/api/types';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { SiteLink } from '@/shared/ui/SiteLink';
import { entriesBelow, isDropdown } from './menu-items';

const rowStyle =
  'flex min-h-13 w-full items-center justify-between gap-3 rounded-md text-start font-medium';

/**
 * Menu tree of the mobile panel. Entries unfold in place, to any depth, with the number of their children beside them.
 */
export function MenuTree({ items, onFollow }: { items: MenuItem[]; onFollow: () => void }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item.id}>
          {isDropdown(item) ? (
            <details className="group/menu">
              <summary className={rowStyle}>
                <span>
                  <bdi>
                    <LocalizedText>{item.label}</LocalizedText>
                  </bdi>
                  <span className="num ms-3 text-xs text-text-3">
                    {item.dropDownMenuData.length}
                  </span>
                </span>
                <Icon
                  of={ChevronDown}
                  size="s"
                  className="text-text-3 transition-transform in-[details[open]>summary]:rotate-180"
                />
              </summary>
              <div className="border-s-2 border-line ps-4">
                <MenuTree items={entriesBelow(item)} onFollow={onFollow} />
              </div>
            </details>
          ) : (
            <SiteLink href={item.href} onClick={onFollow} className={rowStyle}>
              <LocalizedText>{item.label}</LocalizedText>
              <Icon of={ChevronRight} size="s" className="flip text-text-3" />
            </SiteLink>
          )}
        </li>
      ))}
    </ul>
  );
}
