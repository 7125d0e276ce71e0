/** Session storage that never throws: it lasts through reloads of this tab, and no other tab sees it. */
export function readSession<T>(key: string): T | null {
  try {
    const text = sessionStorage.getItem(key);
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

export function writeSession(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Full or forbidden: what was to be kept lasts as long as this page.
  }
}

export function removeSession(...keys: string[]): void {
  try {
    for (const key of keys) sessionStorage.removeItem(key);
  } catch {
    // Forbidden: then nothing was kept either.
  }
}
