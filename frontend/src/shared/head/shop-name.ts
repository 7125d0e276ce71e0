const FALLBACK = 'Heuan';
let known: string | undefined;

/** The shop's name as its operator has set it; the edge writes it into every page. */
export function shopName(): string {
  known ??=
    document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content.trim() ||
    FALLBACK;
  return known;
}

/** For pages made where there is no document. */
export function setShopName(name: string): void {
  known = name;
}
