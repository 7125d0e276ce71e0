import type { Product } from '@/shared/api/types';
import { parseKip } from '@/shared/format/kip';

/** A product that is similar to the searched image. */
export type SimilarProduct = {
  id: number;
  title: string;
  title_en: string;
  imageUrl: string;
  /** Similarity from 0 to 1. */
  similarity: number;
  price: number;
  stock: number;
  /** Whether price and stock are in the response. Otherwise the product cannot be bought here. */
  isKnown: boolean;
};

const DEFAULTS = { price: 0, stock: 10, similarity: 0.5 };

/** Products of a response in its order, each once; entries without a product are skipped. */
export function parseSimilarProducts(results: unknown): SimilarProduct[] {
  if (!Array.isArray(results)) return [];
  const seen = new Map<number, SimilarProduct>();
  for (const item of results.map(normalized)) {
    if (item && !seen.has(item.id)) seen.set(item.id, item);
  }
  return [...seen.values()];
}

function normalized(raw: unknown): SimilarProduct | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined;
  const from = raw as Record<string, unknown>;
  const id = Number(from.pro_id ?? from.id);
  if (!Number.isSafeInteger(id) || id <= 0) return undefined;
  const price = parseKip(from.price) ?? parseKip(from.pro_price);
  const stock = parseKip(from.stock);
  const similarity = parseKip(from.similarity);
  return {
    id,
    title: text(from.pro_name_la) || text(from.title),
    title_en: text(from.pro_name_en) || text(from.title_en),
    imageUrl: text(from.pro_img_cover) || text(from.imageUrl),
    similarity: Math.min(1, Math.max(0, similarity ?? DEFAULTS.similarity)),
    price: price ?? DEFAULTS.price,
    stock: stock ?? DEFAULTS.stock,
    isKnown: price !== null && stock !== null,
  };
}

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/** Similarity in whole percent. */
export const percentOf = ({ similarity }: SimilarProduct) => Math.round(similarity * 100);

/** Converts a hit to the type of product cards. A hit has neither an original price nor a unit. */
export function asProduct(found: SimilarProduct): Product {
  return {
    pro_id: found.id,
    pro_name_la: found.title,
    pro_name_en: found.title_en,
    pro_img_cover: found.imageUrl,
    price: found.isKnown ? found.price : null,
    stock: found.isKnown ? found.stock : null,
    product_price1: null,
    unit_name_la: '',
    unit_name_en: '',
    images: [],
    brand: '',
    cat_id: 0,
    prog_id: 0,
    vatrate: 0,
  };
}
