/** Local storage that never throws: a browser that keeps nothing behaves like one that has just been opened. */
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
    // Full or forbidden: what was to be kept lasts as long as this page.
  }
}

export function removeLocal(...keys: string[]): void {
  try {
    for (const key of keys) localStorage.removeItem(key);
  } catch {
    // Forbidden: then nothing was kept either.
  }
}
