import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { createContext, lazy, type ReactNode, use, useMemo, useState } from 'react';
import { prefetchFirstGroups } from '@/features/catalog/category-menu/prefetch-groups';
import { useOpenPlace } from '@/features/catalog/category-menu/use-category-menu-state';
import { withTexts } from '@/shared/i18n/load-messages';
import { ShellPart } from './ShellPart';

const loadDialog = () =>
  withTexts('later', import('@/features/catalog/category-menu/CategoryMenuDialog'));
const MegaDialog = lazy(() => loadDialog().then((module) => ({ default: module.MegaDialog })));

type Mega = {
  open: () => void;
  /** Fetches the dialog's code and its first lists when a press is likely. */
  hint: () => void;
};

const MegaContext = createContext<Mega>({ open: () => {}, hint: () => {} });

export const useMega = () => use(MegaContext);

/** Holds the one mega category dialog; its code arrives with the first opening, or with the hint of one. */
export function MegaHost({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const openPlace = useOpenPlace();
  const isOpen = useLocation({ select: ({ state }) => state.mega !== undefined });
  const [isNeeded, setNeeded] = useState(false);
  if (isOpen && !isNeeded) setNeeded(true);

  const mega = useMemo<Mega>(
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
    <MegaContext value={mega}>
      {children}
      {isNeeded && (
        <ShellPart height={isOpen ? 'fixed inset-0 z-(--z-scrim) bg-scrim' : 'hidden'}>
          <MegaDialog />
        </ShellPart>
      )}
    </MegaContext>
  );
}
