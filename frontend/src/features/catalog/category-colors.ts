import type { Tint } from '@/shared/ui/ResponsiveImage';

/** A calm mix of grounds for the categories, uneven on purpose so that no column or row is of one colour. */
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
