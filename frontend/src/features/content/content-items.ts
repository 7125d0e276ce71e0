import type { Tint } from '@/shared/ui/ResponsiveImage';

export const TINTS: (Tint | undefined)[] = ['turmeric', 'indigo', 'leaf', 'clay'];

/** Where an article stands: the menu keeps the news under /blogs. */
export const pathOf = (slug: string) => (slug.startsWith('news') ? `/blogs/${slug}` : `/${slug}`);
