import { expect, it } from 'vitest';
import { staffProductDetail } from '@/testing/staff-product';
import { movedTo } from './moved-to';
import {
  changedFields,
  editOf,
  errorsOf,
  formOf,
  missingCount,
  type ProductForm,
  rebased,
} from './product-form';

const base = formOf(staffProductDetail());
const edited = (change: Partial<ProductForm>) => editOf({ ...base, ...change }, base);

it('unchanged form has no changes to save', () => {
  expect(changedFields(base, base)).toEqual([]);
  expect(edited({ price: '58000', pro_name_en: ' Portland cement ' })).toEqual({});
});

it.each([
  ['price', { price: '59,500' }, { price: 59_500 }],
  ['no price', { price: '' }, { price: null }],
  ['price before a reduction', { original_price: '60000' }, { original_price: 60_000 }],
  ['tax', { vatrate: '7' }, { vatrate: 7 }],
  ['hidden', { visible: false }, { visible: false }],
  ['name', { pro_name_en: ' Cement ' }, { pro_name_en: 'Cement' }],
  ['location', { location: ' B7 ' }, { location: 'B7' }],
  ['group with its category', { prog_id: 201, cat_id: 2 }, { prog_id: 201 }],
  ['category without a group', { prog_id: null, cat_id: 2 }, { cat_id: 2, prog_id: null }],
])('field is sent in the format of the API: %s', (_, change, edit) => {
  expect(edited(change)).toEqual(edit);
});

it('reordered images are a main image and the others', () => {
  const [cover = '', second = '', third = ''] = base.images;
  expect(edited({ images: movedTo(base.images, second, 0) })).toEqual({
    pro_img_cover: second,
    images: [cover, third],
  });
  expect(edited({ images: [] })).toEqual({ pro_img_cover: '', images: [] });
});

it('attributes keep their type unless they are changed', () => {
  const rows = base.attributes.map((row) => (row.name === 'weight' ? { ...row, en: '50kg' } : row));
  expect(edited({ attributes: rows })).toEqual({
    attributes: {
      weight: { la: '50 ກກ', en: '50kg' },
      standard: 'TIS 15',
      warranty_months: 12,
    },
  });
  const longer = base.attributes.map((row) =>
    row.name === 'warranty_months' ? { ...row, la: '24', en: '24' } : row,
  );
  expect(edited({ attributes: longer }).attributes?.warranty_months).toBe(24);
});

it.each([
  ['both names empty', { pro_name_la: '', pro_name_en: ' ' }, 'pro_name_la'],
  ['price that is no number', { price: 'cheap' }, 'price'],
  ['tax above 100', { vatrate: '101' }, 'vatrate'],
  ['too long brand', { brand: 'x'.repeat(61) }, 'brand'],
  ['too long location', { location: 'x'.repeat(41) }, 'location'],
  [
    'two attributes of one name',
    { attributes: [...base.attributes, { id: 'n', name: 'weight', la: '1', en: '1' }] },
    'attributes',
  ],
])('invalid field is not saved: %s', (_, change, field) => {
  expect(Object.keys(errorsOf({ ...base, ...change }))).toEqual([field]);
});

it('typed values are kept over the version of another person', () => {
  const theirs = formOf(staffProductDetail({ price: 61_000, brand: 'Other', version: 4 }));
  const mine = { ...base, price: '59,000' };
  expect(rebased(mine, base, theirs)).toEqual({ ...theirs, price: '59,000' });
});

it('texts in one language only are counted', () => {
  expect(missingCount(base)).toBe(0);
  expect(missingCount({ ...base, pro_name_en: '', description_la: '' })).toBe(2);
});
