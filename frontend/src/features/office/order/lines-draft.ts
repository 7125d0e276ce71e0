import { readChanges } from '@/domain/orders/line-changes';
import type { OrderLine } from '@/domain/orders/order-types';
import type { components } from '@/shared/api/schema';
import type { Product } from '@/shared/api/types';
import type { Consent, LinesPreview, StaffOrder } from '../staff-order-types';

export type LinesRequest = components['schemas']['StaffLinesBody'] & { consent?: Consent };

export type ItemTexts = Pick<
  OrderLine,
  'pro_id' | 'pro_name_la' | 'pro_name_en' | 'pro_img_cover' | 'unit_name_la' | 'unit_name_en'
>;

/** A line of the changed order. A removed one has the quantity 0 and can be restored. */
export type DraftItem = ItemTexts & {
  quantity: number;
  /** Units in the current order; 0 for an added product. */
  before: number;
  price: number;
};

/** The changes: added products, and quantities by product. */
export type LinesEdits = {
  added: (ItemTexts & { price: number })[];
  quantities: Record<number, number>;
};

export const NO_EDITS: LinesEdits = { added: [], quantities: {} };
export const MAX_ITEMS = 200;

/** Lines of the order with the changes applied, also after another person has changed the order. */
export function draftItems({ lines }: StaffOrder, { added, quantities }: LinesEdits): DraftItem[] {
  const kept = lines.map((line) => ({
    ...line,
    before: line.quantity,
    quantity: quantities[line.pro_id] ?? line.quantity,
  }));
  const isKept = (pro_id: number) => lines.some((line) => line.pro_id === pro_id);
  const others = added
    .filter(({ pro_id }) => !isKept(pro_id))
    .map((item) => ({ ...item, before: 0, quantity: quantities[item.pro_id] ?? 0 }));
  return [...kept, ...others];
}

export const withQuantity = (edits: LinesEdits, proId: number, quantity: number): LinesEdits => ({
  ...edits,
  quantities: { ...edits.quantities, [proId]: quantity },
});

/** The changes with one more unit of a product, which is added if the order lacks it. */
export function withProduct(order: StaffOrder, edits: LinesEdits, product: Product): LinesEdits {
  const { pro_id } = product;
  const item = draftItems(order, edits).find((one) => one.pro_id === pro_id);
  const next = withQuantity(edits, pro_id, (item?.quantity ?? 0) + 1);
  if (item) return next;
  const texts = {
    pro_id,
    pro_name_la: product.pro_name_la,
    pro_name_en: product.pro_name_en,
    pro_img_cover: product.pro_img_cover,
    unit_name_la: product.unit_name_la,
    unit_name_en: product.unit_name_en,
    price: product.price ?? 0,
  };
  return { ...next, added: [...edits.added, texts] };
}

/** A line whose price differs from the shown price. */
export type PriceChange = Pick<OrderLine, 'pro_id' | 'pro_name_la' | 'pro_name_en'> & {
  before: number;
  now: number;
};

/** Lines of a refusal whose price differs from the displayed preview. */
export const priceChanges = (shown: LinesPreview, refused: unknown): PriceChange[] =>
  readChanges(refused).flatMap(({ pro_id, price_now: now }) => {
    const line = shown.lines.find((line) => line.pro_id === pro_id);
    if (!line || typeof now !== 'number' || now === line.price) return [];
    const { pro_name_la, pro_name_en, price: before } = line;
    return [{ pro_id, pro_name_la, pro_name_en, before, now }];
  });

/** Lines of the request body. */
export const requestItems = (items: DraftItem[]): LinesRequest['lines'] =>
  items
    .filter(({ quantity }) => quantity > 0)
    .map(({ pro_id, quantity }) => ({ pro_id, quantity }));

/** Whether a line has fewer units than ordered, to which the customer agrees. */
export const isLowered = (items: DraftItem[]): boolean =>
  items.some(({ quantity, before }) => quantity < before);

export const isChanged = (items: DraftItem[]): boolean =>
  items.some(({ quantity, before }) => quantity !== before);
