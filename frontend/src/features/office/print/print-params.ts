export const ORDER_DOCUMENTS = ['picking', 'note', 'invoice', 'refund'] as const;
export type OrderDocument = (typeof ORDER_DOCUMENTS)[number];

/** Query parameters of the print page: the document, and the ids of its orders as a list. */
export type PrintParams = { doc: OrderDocument; orders: string };

const MAX_ORDERS = 100;

export function parsePrintParams({ doc, orders }: Record<string, unknown>): PrintParams {
  return {
    doc: ORDER_DOCUMENTS.find((one) => one === doc) ?? 'picking',
    orders: orderIds(
      typeof orders === 'string' || typeof orders === 'number' ? String(orders) : '',
    ).join(','),
  };
}

/** Parses a list of ids and removes duplicates. */
export function orderIds(orders: string): string[] {
  const ids = orders.split(',').filter((id) => /^[\w-]{1,64}$/.test(id));
  return [...new Set(ids)].slice(0, MAX_ORDERS);
}
