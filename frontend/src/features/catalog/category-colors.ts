import type { Tint } from '@/shared/ui/ResponsiveImage';

/** Background colors of the categories, in an irregular order so that no column or row has one color. */
const TINTS: (Tint | undefined)[] = [
  'clay',
  undefined,
  'leaf',
  'turmeric',
  undefined,
  'indigo',
  'indigo',
  undefined,
  'clay',
  'leaf',
  undefined,
  'turmeric',
];

export const categoryColor = (index: number): Tint | undefined => TINTS[index % TINTS.length];
