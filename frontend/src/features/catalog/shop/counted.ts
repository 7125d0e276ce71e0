/** Choices with the counts of a search, the most first; those without a hit are left out. Without counts, as they are. */
export function counted<T extends { product_count: number }>(
  choices: T[],
  count: (choice: T) => number | undefined,
  facets: object | undefined,
): T[] {
  if (!facets) return choices;
  return choices
    .flatMap((choice) => {
      const product_count = count(choice);
      return product_count === undefined ? [] : [{ ...choice, product_count }];
    })
    .sort((a, b) => b.product_count - a.product_count);
}
