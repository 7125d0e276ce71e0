import type { Tint } from '@/shared/ui/ResponsiveImage';

export const TINTS: (Tint | undefined)[] = ['turmeric', 'indigo', 'leaf', 'clay'];

/** Address of an article. News are below `/blogs`, as in the menu. */
export const pathOf = (slug: string) => (slug.startsWith('news') ? `/blogs/${slug}` : `/${slug}`);
