/** Names of the shop's own collections. The slug of a brand with such a name gets a suffix. */
const RESERVED = new Set(['new', 'popular', 'sale']);

/** Slug of a brand's collection (`/by-{slug}`), by the same rule as in the catalog service. */
export function brandSlug(brand: string): string {
  // Lao vowel signs and tone marks are not letters of their own but belong to the word.
  const slug = brand
    .toLowerCase()
    .replace(/[^\p{Alphabetic}\p{N}\u0e80-\u0eff]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return RESERVED.has(slug) ? `${slug}-brand` : slug;
}
