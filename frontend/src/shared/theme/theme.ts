import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark';

/** Storage key, which `index.html` reads before the first paint. */
const KEY = 'heuan_theme';
const BROWSER_BAR: Record<Theme, string> = { light: '#fff', dark: '#0d0f16' };
const listeners = new Set<() => void>();

function currentTheme(): Theme {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';
}

export function setTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Without storage the color scheme of this page still changes.
  }
  paint(theme);
}

function paint(theme: Theme): void {
  const root = document.documentElement;
  if (theme === 'dark') root.dataset.theme = 'dark';
  else delete root.dataset.theme;
  document
    .querySelector<HTMLMetaElement>('meta[name=theme-color]')
    ?.setAttribute('content', BROWSER_BAR[theme]);
  for (const listener of listeners) listener();
}

/** Follows changes of the device's color scheme until the user has chosen one. */
export function followDevice(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', ({ matches }) => {
    try {
      if (localStorage.getItem(KEY)) return;
    } catch {
      // Without storage there is no choice.
    }
    paint(matches ? 'dark' : 'light');
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme, () => 'light');
}
