type CountedOptions = {
  /** Whether choices are sorted by count, highest first; otherwise they keep the shop's order. */
  isRanked: boolean;
};

/**
 * Choices with their counts, without choices that have no products. Without counts they are returned
 * unchanged.
 */
export function rankedByCount<T extends { product_count: number }>(
  choices: T[],
  count: (choice: T) => number | undefined,
  facets: object | undefined,
  { isRanked }: CountedOptions,
): T[] {
  if (!facets) return choices;
  const left = choices.flatMap((choice) => {
    const product_count = count(choice);
    return product_count === undefined ? [] : [{ ...choice, product_count }];
  });
  return isRanked ? left.sort((a, b) => b.product_count - a.product_count) : left;
}
