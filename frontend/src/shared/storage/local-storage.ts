/** Local storage that never throws. A browser without storage behaves like one that was opened for the first time. */
export function readLocal<T>(key: string): T | null {
  try {
    const text = localStorage.getItem(key);
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

export function writeLocal(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Full or forbidden: the value lasts only as long as this page.
  }
}

export function removeLocal(...keys: string[]): void {
  try {
    for (const key of keys) localStorage.removeItem(key);
  } catch {
    // Forbidden: nothing was stored.
  }
}
