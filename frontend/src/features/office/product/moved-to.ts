/** Moves an item to another position. */
export function movedTo<Item>(items: Item[], item: Item, to: number): Item[] {
  const others = items.filter((one) => one !== item);
  return [...others.slice(0, to), item, ...others.slice(to)];
}
