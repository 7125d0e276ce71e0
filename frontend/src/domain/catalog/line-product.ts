import type { components } from '@/shared/api/schema';
import type { Product } from '@/shared/api/types';

type CartLine = components['schemas']['CartLine'];

/** Fields of a product that a cart line shows, from which a line is made before the server has one. */
export type LineProduct = Omit<CartLine, 'quantity' | 'version' | 'price_was' | 'state' | 'total'>;

type Sold = Pick<Product, Exclude<keyof LineProduct, 'vatrate'>> & { vatrate?: number };

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
