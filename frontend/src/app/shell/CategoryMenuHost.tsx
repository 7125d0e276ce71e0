import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { createContext, lazy, type ReactNode, use, useMemo, useState } from 'react';
import { prefetchFirstGroups } from '@/features/catalog/category-menu/prefetch-groups';
import { useOpenCategoryMenu } from '@/features/catalog/category-menu/use-category-menu-state';
import { withMessages } from '@/shared/i18n/load-messages';
import { ShellPart } from './ShellPart';

const loadDialog = () =>
  withMessages('later', import('@/features/catalog/category-menu/CategoryMenuDialog'));
const CategoryMenuDialog = lazy(() =>
  loadDialog().then((module) => ({ default: module.CategoryMenuDialog })),
);

type CategoryMenu = {
  open: () => void;
  /** Preloads the dialog's code and its first lists. */
  hint: () => void;
};

const CategoryMenuContext = createContext<CategoryMenu>({ open: () => {}, hint: () => {} });

export const useCategoryMenu = () => use(CategoryMenuContext);

/** Provides the category menu dialog to the shell. Its code loads with the first opening or preload. */
export function CategoryMenuHost({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const openPlace = useOpenCategoryMenu();
  const isOpen = useLocation({ select: ({ state }) => state.categoryMenu !== undefined });
  const [isNeeded, setNeeded] = useState(false);
  if (isOpen && !isNeeded) setNeeded(true);

  const categoryMenu = useMemo<CategoryMenu>(
    () => ({
      open: () => openPlace({ id: Date.now(), depth: 1 }),
      hint: () => {
        void loadDialog();
        void prefetchFirstGroups(queryClient);
      },
    }),
    [openPlace, queryClient],
  );

  return (
    <CategoryMenuContext value={categoryMenu}>
      {children}
      {isNeeded && (
        <ShellPart height={isOpen ? 'fixed inset-0 z-(--z-scrim) bg-scrim' : 'hidden'}>
          <CategoryMenuDialog />
        </ShellPart>
      )}
    </CategoryMenuContext>
  );
}
