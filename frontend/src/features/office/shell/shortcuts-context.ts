import { createContext, use } from 'react';

/** Opens the list of keyboard shortcuts. */
export const ShortcutsContext = createContext<() => void>(() => {});

export const useOpenShortcuts = () => use(ShortcutsContext);
