export const ORDER_DOCUMENTS = ['picking', 'note', 'invoice', 'refund', 'credit'] as const;
export type OrderDocument = (typeof ORDER_DOCUMENTS)[number];

/** Query parameters of the print page: the document, the ids or numbers of its orders as a list, and the number of a single credit note. */
export type PrintParams = { doc: OrderDocument; orders: string; credit?: string };

const MAX_ORDERS = 100;

export function parsePrintParams({ doc, orders, credit }: Record<string, unknown>): PrintParams {
  return {
    doc: ORDER_DOCUMENTS.find((one) => one === doc) ?? 'picking',
    orders: orderIds(
      typeof orders === 'string' || typeof orders === 'number' ? String(orders) : '',
    ).join(','),
    ...(typeof credit === 'string' && { credit }),
  };
}

/** Parses a list of ids or numbers and removes duplicates. */
export function orderIds(orders: string): string[] {
  const ids = orders.split(',').filter((id) => /^[\w-]{1,64}$/.test(id));
  return [...new Set(ids)].slice(0, MAX_ORDERS);
}
