import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '@/shared/api/client';
import { readPrice } from '@/shared/format/price-text';
import { readWholeNumber } from '@/shared/format/whole-number';
import { fieldErrorsOf } from '@/shared/forms/server-errors';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import type { NewProduct } from '../staff-product-types';
import { cacheProduct, createProduct, renewProducts } from '../staff-products-api';
import { useFormAlert } from '../use-form-alert';
import { useRequestKey } from '../use-request-key';

type TextName =
  | 'pro_name_la'
  | 'pro_name_en'
  | 'unit_name_la'
  | 'unit_name_en'
  | 'price'
  | 'pro_id';
type Texts = Record<TextName, string>;
type FieldErrors = Partial<Record<TextName | 'cat_id', MessageKey>>;

/** Fields of the form, numbers last. */
export const TEXT_FIELDS: { name: TextName; label: MessageKey; language?: 'lo' | 'en' }[] = [
  { name: 'pro_name_la', label: 'office.product.name', language: 'lo' },
  { name: 'pro_name_en', label: 'office.product.name', language: 'en' },
  { name: 'unit_name_la', label: 'office.product.unit', language: 'lo' },
  { name: 'unit_name_en', label: 'office.product.unit', language: 'en' },
  { name: 'price', label: 'office.product.price' },
  { name: 'pro_id', label: 'office.newProduct.number' },
];

const EMPTY: Texts = {
  pro_name_la: '',
  pro_name_en: '',
  unit_name_la: '',
  unit_name_en: '',
  price: '',
  pro_id: '',
};

/** The typed product, or the errors of the form. */
export function readNewProduct(texts: Texts): NewProduct | { errors: FieldErrors } {
  const errors: FieldErrors = {};
  const price = readPrice(texts.price);
  if (price === null) errors.price = 'office.newProduct.priceWrong';
  const id = readWholeNumber(texts.pro_id);
  if (id === null || id === 0) errors.pro_id = 'office.duplicate.wrong';
  const product: NewProduct = {};
  for (const { name, language } of TEXT_FIELDS) {
    const text = texts[name].trim();
    if (language && text) Object.assign(product, { [name]: text });
  }
  if (!product.pro_name_la && !product.pro_name_en) errors.pro_name_la = 'office.product.required';
  if (Object.keys(errors).length > 0) return { errors };
  return {
    ...product,
    ...(typeof price === 'number' && { price }),
    ...(typeof id === 'number' && { pro_id: id }),
  };
}

/** State of the form of a new product. */
export function useNewProduct(onMade: () => void) {
  const t = useT();
  const { alert, clear } = useFormAlert();
  const client = useQueryClient();
  const navigate = useNavigate();
  const requestKey = useRequestKey();
  const [texts, setTexts] = useState(EMPTY);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isMaking, setMaking] = useState(false);
  /** Whether the person has seen that the typed price makes the product free. */
  const [isFree, setFree] = useState(false);

  /** The typed product; undefined if its fields have errors, or it is free and the person has not seen that yet. */
  const check = (): NewProduct | undefined => {
    const read = readNewProduct(texts);
    if ('errors' in read) return void setErrors(read.errors);
    if (read.price === 0 && !isFree) return void setFree(true);
    return read;
  };
  const make = async (rest: Pick<NewProduct, 'cat_id' | 'visible'>) => {
    const read = check();
    if (!read || isMaking) return;
    setMaking(true);
    clear();
    try {
      const body = { ...read, ...rest };
      const product = await createProduct(body, requestKey.keyOf(body));
      requestKey.end();
      cacheProduct(client, product);
      void renewProducts(client);
      onMade();
      const proId = String(product.pro_id);
      await navigate({ to: '/staff/products/$proId', params: { proId } });
    } catch (error) {
      requestKey.end(error);
      setMaking(false);
      const isTaken = error instanceof ApiError && error.reason === 'taken';
      const refused = fieldErrorsOf(error).map(({ field }) => [field, 'office.product.invalid']);
      if (isTaken) setErrors({ pro_id: 'office.duplicate.taken' });
      else if (refused.length > 0) setErrors(Object.fromEntries(refused));
      else alert(t('office.newProduct.failed'), { detail: errorText(t, error) ?? '' });
    }
  };
  const setText = (name: TextName, text: string) => {
    setTexts((now) => ({ ...now, [name]: text }));
    setErrors({});
    if (name === 'price') setFree(false);
  };
  return { texts, setText, errors, isMaking, isFree, check, make };
}
