import type {
  ProductChange,
  StaffProduct,
  StaffProductDetail,
} from '@/features/office/staff-product-types';
import { problemResponse } from './fake-shop';

/** Fixture of a ledger entry. */
export const productChange = (change: Partial<ProductChange> = {}): ProductChange => ({
  change_id: 'C1',
  at: '2026-11-21T10:22:00+07:00',
  by: { cus_id: 9, name: 'Manivanh' },
  by_name: 'Manivanh',
  source: 'edit',
  kind: 'edit',
  reason: '',
  reference: '',
  product_count: 1,
  undone: false,
  can_undo: true,
  fields: [{ field: 'price', from: 55_000, to: 58_000 }],
  ...change,
});

/** Product fixture as a list row. */
export const staffProduct = (change: Partial<StaffProduct> = {}): StaffProduct => ({
  pro_id: 101002,
  version: 3,
  pro_name_la: 'ຊີມັງ',
  pro_name_en: 'Portland cement',
  pro_img_cover: 'products/101002.webp',
  cat_id: 1,
  prog_id: 101,
  prog_name_la: 'ຊີມັງ',
  prog_name_en: 'Cement',
  brand: 'Kaenlek',
  price: 58_000,
  original_price: null,
  unit_name_la: 'ຖົງ',
  unit_name_en: 'bag',
  stock: 20,
  on_hand: 22,
  held: 2,
  visible: true,
  visible_from: null,
  visible_until: null,
  location: 'A3-12',
  vatrate: 10,
  code: '8850000000017',
  updated_at: '2026-11-21T10:22:00+07:00',
  ...change,
});

/** The same product with all editable fields. */
export const staffProductDetail = (
  change: Partial<StaffProductDetail> = {},
): StaffProductDetail => ({
  ...staffProduct(),
  images: ['products/101002-2.webp', 'products/101002-3.webp'],
  description_la: 'ສຳລັບໂຄງສ້າງ',
  description_en: 'For structures',
  attributes: { weight: { la: '50 ກກ', en: '50 kg' }, standard: 'TIS 15', warranty_months: 12 },
  sold: 40,
  listed_at: '2026-01-02T08:00:00+07:00',
  cat_name_la: 'ກໍ່ສ້າງ',
  cat_name_en: 'Construction',
  ledger: [productChange()],
  ledger_cursor: null,
  ...change,
});

/** Part of the response to an undo that restores every field. */
export const NONE_SKIPPED = { skipped: [], skipped_count: 0, removed_count: 0 };

/** Fixture of the lists behind filters and selects, for a role without the right to content. */
export const TAXONOMY = {
  'GET /api/staff/content/categories': () => problemResponse(403, { reason: 'role' }),
  'GET /api/v1/category': () =>
    Response.json({
      success: true,
      data: [
        { cat_id: 1, cat_name_la: 'ກໍ່ສ້າງ', cat_name_en: 'Construction' },
        { cat_id: 2, cat_name_la: 'ກະເບື້ອງ', cat_name_en: 'Tiles' },
      ],
    }),
  'GET /api/v1/group': () =>
    Response.json({
      success: true,
      data: [
        { prog_id: 101, cat_id: 1, prog_name_la: 'ຊີມັງ', prog_name_en: 'Cement' },
        { prog_id: 201, cat_id: 2, prog_name_la: 'ປູພື້ນ', prog_name_en: 'Floor tiles' },
      ],
    }),
  'GET /api/v1/facet': () =>
    Response.json({ success: true, data: { brands: [{ brand: 'Kaenlek', count: 2 }] } }),
};
