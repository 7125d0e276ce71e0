import type { Product } from '@/shared/api/types';

/** Fields of a product that a cart line shows. */
export type LineProduct = {
  pro_id: number;
  price: number;
  product_price1: number | null;
  stock: number;
  vatrate: number;
  pro_name_la: string;
  pro_name_en: string;
  pro_img_cover: string;
  unit_name_la: string;
  unit_name_en: string;
};

type Sold = Pick<
  Product,
  | 'pro_id'
  | 'price'
  | 'product_price1'
  | 'stock'
  | 'pro_name_la'
  | 'pro_name_en'
  | 'pro_img_cover'
  | 'unit_name_la'
  | 'unit_name_en'
> & { vatrate?: number };

/** Converts a product to the fields of a cart line. */
export function lineProduct(product: Sold): LineProduct {
  return {
    pro_id: product.pro_id,
    price: product.price ?? 0,
    product_price1: product.product_price1,
    stock: product.stock ?? 0,
    vatrate: product.vatrate ?? 0,
    pro_name_la: product.pro_name_la,
    pro_name_en: product.pro_name_en,
    pro_img_cover: product.pro_img_cover,
    unit_name_la: product.unit_name_la,
    unit_name_en: product.unit_name_en,
  };
}
