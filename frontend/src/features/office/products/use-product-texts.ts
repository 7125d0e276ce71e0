import { pickText } from '@/shared/i18n/pick-text';
import type { StaffProduct } from '../staff-product-types';
import { useOffice } from '../use-office-format';

type Named = Pick<StaffProduct, 'pro_id' | 'pro_name_la' | 'pro_name_en'>;

/** Names and units of products in the language of the page. */
export function useProductTexts() {
  const { code } = useOffice();
  return {
    nameOf: (product: Named) =>
      pickText(product.pro_name_la, product.pro_name_en, code) || String(product.pro_id),
    unitNameOf: ({
      unit_name_la,
      unit_name_en,
    }: Pick<StaffProduct, 'unit_name_la' | 'unit_name_en'>) =>
      pickText(unit_name_la, unit_name_en, code),
    groupOf: ({
      prog_name_la,
      prog_name_en,
    }: Pick<StaffProduct, 'prog_name_la' | 'prog_name_en'>) =>
      pickText(prog_name_la, prog_name_en, code),
  };
}
