import { lazy, useEffect, useRef } from 'react';
import type { MenuItem } from '@/shared/api/types';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { MenuEntries } from '../shell/MenuEntries';
import { MenuRow } from '../shell/MenuRow';
import { isDropdown } from '../shell/menu-items';
import { Answered } from './Answered';

// From the chunk of the panel, like the shop: importing the tree itself would move it into a chunk of its own.
const MenuTree = lazy(async () => ({ default: (await import('../shell/MobilePanel')).MenuTree }));

const MENU = ['/api/v1/menu'];

/** An entry as the editor has it. */
export type MenuEntry = Pick<MenuItem, 'id' | 'label' | 'sublabel' | 'href'> & {
  children: MenuEntry[];
};

/** The entries as the API for shoppers returns them. */
const shownEntries = (entries: MenuEntry[]): MenuItem[] =>
  entries.map(({ children, sublabel, ...entry }) => ({
    ...entry,
    sublabel: sublabel && (sublabel.la || sublabel.en) ? sublabel : null,
    type: children.length > 0 ? 'dropdown' : 'link',
    dropDownMenuData: shownEntries(children),
  }));

/** The menu as shoppers see it, with everything unfolded: the row of desktops, and the panel of phones. */
export function ShownMenu({ items }: { items: MenuEntry[] }) {
  const shown = shownEntries(items);
  return (
    <Answered queryKey={MENU} data={shown}>
      <div className="max-lg:hidden">
        <MenuRow />
        <Dropdowns items={shown} />
      </div>
      <div className="px-5 py-3.5 lg:hidden">
        <Unfolded items={shown} />
      </div>
    </Answered>
  );
}

/** The dropdowns below the row, which shoppers open one at a time. */
function Dropdowns({ items }: { items: MenuItem[] }) {
  return (
    <div className="wrap flex flex-wrap items-start gap-4 py-4">
      {items.filter(isDropdown).map((item) => (
        <section key={item.id} className="min-w-64 rounded-lg bg-surface p-1.5 shadow-3">
          <h2 className="px-3 pt-2 text-sm font-semibold">
            <LocalizedText>{item.label}</LocalizedText>
          </h2>
          <MenuEntries item={item} onFollow={() => undefined} />
        </section>
      ))}
    </div>
  );
}

function Unfolded({ items }: { items: MenuItem[] }) {
  const tree = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const unfold = () => {
      for (const fold of tree.current?.querySelectorAll('details') ?? []) fold.open = true;
    };
    unfold();
    // Entries that are typed in meanwhile, and the tree itself when its code has loaded.
    const observer = new MutationObserver(unfold);
    if (tree.current) observer.observe(tree.current, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={tree}>
      <MenuTree items={items} onFollow={() => undefined} />
    </div>
  );
}
