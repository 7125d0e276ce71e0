import type { LocalText } from '@/shared/api/types';
import type { Person } from './staff-order-types';

/** Types of `/api/staff/products`. */
export type StaffProduct = {
  pro_id: number;
  /** Increases with every change by the staff or an import; sales do not change it. */
  version: number;
  pro_name_la: string;
  pro_name_en: string;
  pro_img_cover: string;
  cat_id: number | null;
  prog_id: number | null;
  prog_name_la: string;
  prog_name_en: string;
  brand: string;
  /** Price in kip; null if not for sale. */
  price: number | null;
  original_price: number | null;
  unit_name_la: string;
  unit_name_en: string;
  /** Free units; null if not counted. */
  stock: number | null;
  /** Units that are not sold: free and held ones. */
  on_hand: number | null;
  /** Units held for open checkouts. */
  held: number;
  /** Sold units that are still in the house; absent from lists, and while the orders cannot be read. */
  awaiting_handover?: number;
  visible: boolean;
  /** Time at which a hidden product appears; null without a schedule. */
  visible_from: string | null;
  /** Time at which the product disappears; null without a schedule. */
  visible_until: string | null;
  /** Place in the store or warehouse, or empty. */
  location: string;
  vatrate: number;
  /** Barcode, or else SKU; may be empty. */
  code: string;
  updated_at: string;
};

export type AttributeValue = string | number | LocalText;
export type Attributes = Record<string, AttributeValue>;

export type StaffProductDetail = StaffProduct & {
  images: string[];
  description_la: string;
  description_en: string;
  attributes: Attributes;
  sold: number;
  listed_at: string;
  cat_name_la: string;
  cat_name_en: string;
  /** Ledger entries, newest first. */
  ledger: ProductChange[];
  ledger_cursor: string | null;
};

export type StaffProductPage = {
  data: StaffProduct[];
  next_cursor: string | null;
  total: number;
  /** Maximum number of free units that counts as low stock. */
  low_stock: number;
  /** Whether a search found more products than it lists. */
  truncated?: boolean;
};

export const CHANGE_KINDS = [
  'edit',
  'bulk',
  'create',
  'duplicate',
  'schedule',
  'move',
  'receive',
  'count',
  'damage',
  'correct',
  'import',
  'stock_change',
  'sale',
  'return',
  'undo',
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

export type FieldValue = string | number | boolean | null | string[] | Attributes;
export type FieldChange = { field: string; from: FieldValue; to: FieldValue };

export type ProductChange = {
  change_id: string;
  at: string;
  /** Member of staff; null for the shop itself and the command line. */
  by: Person | null;
  by_name: string;
  source: 'edit' | 'import' | 'order';
  kind: ChangeKind;
  reason: string;
  reference: string;
  /** Number of products of the whole change. */
  product_count: number;
  undone: boolean;
  can_undo: boolean;
  fields: FieldChange[];
};

export type ChangePage = { data: ProductChange[]; next_cursor: string | null };

/** Request body of `PATCH` with the changed fields. */
export type ProductEdit = Partial<
  Pick<
    StaffProductDetail,
    | 'pro_name_la'
    | 'pro_name_en'
    | 'description_la'
    | 'description_en'
    | 'price'
    | 'original_price'
    | 'vatrate'
    | 'unit_name_la'
    | 'unit_name_en'
    | 'brand'
    | 'location'
    | 'cat_id'
    | 'prog_id'
    | 'attributes'
    | 'pro_img_cover'
    | 'images'
    | 'visible'
    | 'visible_from'
    | 'visible_until'
  >
>;

/** Request body of a new product, which needs a name. */
export type NewProduct = Partial<
  Pick<
    StaffProductDetail,
    'pro_name_la' | 'pro_name_en' | 'unit_name_la' | 'unit_name_en' | 'visible'
  >
> & { pro_id?: number; price?: number; cat_id?: number };

export const STOCK_KINDS = ['receive', 'count', 'damage', 'correct'] as const;
export type StockKind = (typeof STOCK_KINDS)[number];
export type StockAdjustment = {
  kind: StockKind;
  quantity: number;
  reason?: string;
  /**
   * The stock that the form showed, for `count`. `version` replaces it for a stock that was not
   * counted.
   */
  expected_on_hand?: number;
  version?: number;
};

export type PriceStep = { by_percent: number } | { by_amount: number };
export type BulkChange =
  | { price: PriceStep & { round_to: number } }
  | { group: number }
  | { visible: boolean }
  | { location: string };

export type BulkFilter = {
  search?: string;
  category?: number;
  group?: number;
  brand?: string;
  stock?: string;
  visibility?: string;
  /** All products of the shop, without another condition. */
  all?: true;
};
export type BulkTarget = { pro_ids: number[] } | { filter: BulkFilter };

export type BulkProduct = Pick<
  StaffProduct,
  'pro_id' | 'pro_name_la' | 'pro_name_en' | 'pro_img_cover'
> & {
  before: number | boolean | string | null;
  after: number | boolean | string | null;
  /** Difference in kip; null unless prices change. */
  difference: number | null;
};

export type BulkResult = {
  dry_run: boolean;
  change_id: string | null;
  /** Id of the previewed changes; null unless it is a preview. */
  preview_id: string | null;
  matched: number;
  changed: number;
  unchanged: number;
  products: BulkProduct[];
  truncated: boolean;
  skipped: { pro_id: number; reason: string }[];
  /** All skipped products by reason, also those that `skipped` does not list; empty for a repeated change. */
  skipped_counts: { reason: string; count: number }[];
  /** Number of all products whose price falls by more than half. */
  halved: number;
  /** Number of these products that shoppers do not see. */
  halved_hidden: number;
  /** Number of all products that are no longer reduced. */
  reductions_ended: number;
};

/** A field that was not restored. */
export type UndoSkipped = {
  pro_id: number;
  field: string;
  reason: 'changed_since' | 'former_value_removed';
};

export type UndoResult = {
  change_id: string;
  undone: number;
  /** The first fields that were not restored. */
  skipped: UndoSkipped[];
  /** Number of all fields that were not restored. */
  skipped_count: number;
  /** Number of those whose former value is gone. */
  removed_count: number;
  product: StaffProductDetail | null;
};
