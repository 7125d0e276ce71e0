import type { MenuItem } from '@/shared/api/types';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { SiteLink } from '@/shared/ui/SiteLink';
import { entriesBelow, isDropdown } from './menu-items';

type MenuEntriesProps = { item: MenuItem; onFollow: () => void };

/** Content of the dropdown of a menu entry: its second line, and the entries below it. */
export function MenuEntries({ item, onFollow }: MenuEntriesProps) {
  return (
    <>
      {item.sublabel && (
        <p className="px-3 pt-2 pb-1 text-xs text-text-3">
          <LocalizedText>{item.sublabel}</LocalizedText>
        </p>
      )}
      <Branch items={entriesBelow(item)} onFollow={onFollow} />
    </>
  );
}

/** Entries of a dropdown, indented by level. */
function Branch({ items, onFollow }: { items: MenuItem[]; onFollow: () => void }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item.id}>
          {isDropdown(item) ? (
            <>
              <p className="px-3 pt-2 text-xs font-semibold text-text-3">
                <LocalizedText>{item.label}</LocalizedText>
              </p>
              <div className="ms-3 border-s border-line ps-1">
                <Branch items={entriesBelow(item)} onFollow={onFollow} />
              </div>
            </>
          ) : (
            <SiteLink
              href={item.href}
              onClick={onFollow}
              className="flex min-h-11 flex-col justify-center rounded-md px-3 text-sm hover:bg-surface-3"
            >
              <LocalizedText>{item.label}</LocalizedText>
              {item.sublabel && (
                <small className="text-xs text-text-3">
                  <LocalizedText>{item.sublabel}</LocalizedText>
                </small>
              )}
            </SiteLink>
          )}
        </li>
      ))}
    </ul>
  );
}
