import { expect, it } from 'vitest';
import type { Weather } from '@/shared/api/types';
import cn from '@/shared/i18n/messages/cn.json';
import en from '@/shared/i18n/messages/en.json';
import la from '@/shared/i18n/messages/la.json';
import th from '@/shared/i18n/messages/th.json';
import vn from '@/shared/i18n/messages/vn.json';
import { conditionKey } from './condition-labels';

/** The English words are those of section 9 of the specification, the first as section 8 has it; then la, th, cn, vn. */
const WORDS: [Weather['condition'], string, string, string, string, string][] = [
  ['clear', 'Clear sky', 'ທ້ອງຟ້າແຈ່ມໃສ', 'ท้องฟ้าแจ่มใส', '晴', 'Trời quang'],
  ['few_clouds', 'Few clouds', 'ມີເມກເລັກນ້ອຍ', 'มีเมฆเล็กน้อย', '少云', 'Ít mây'],
  ['cloudy', 'Cloudy', 'ມີເມກຫຼາຍ', 'มีเมฆมาก', '多云', 'Nhiều mây'],
  ['fog', 'Fog', 'ມີໝອກ', 'มีหมอก', '雾', 'Sương mù'],
  ['drizzle', 'Drizzle', 'ຝົນຝອຍ', 'ฝนละออง', '毛毛雨', 'Mưa phùn'],
  [
    'freezing_drizzle',
    'Freezing drizzle',
    'ຝົນຝອຍເຢັນແຂງ',
    'ฝนละอองเยือกแข็ง',
    '冻毛毛雨',
    'Mưa phùn đóng băng',
  ],
  ['light_rain', 'Light rain', 'ຝົນຕົກຄ່ອຍ', 'ฝนเล็กน้อย', '小雨', 'Mưa nhẹ'],
  ['moderate_rain', 'Moderate rain', 'ຝົນຕົກປານກາງ', 'ฝนปานกลาง', '中雨', 'Mưa vừa'],
  ['heavy_rain', 'Heavy rain', 'ຝົນຕົກໜັກ', 'ฝนตกหนัก', '大雨', 'Mưa to'],
  ['freezing_rain', 'Freezing rain', 'ຝົນເຢັນແຂງ', 'ฝนเยือกแข็ง', '冻雨', 'Mưa đóng băng'],
  ['snow', 'Snow', 'ຫິມະຕົກ', 'หิมะตก', '雪', 'Tuyết rơi'],
  ['rain_showers', 'Rain showers', 'ຝົນຕົກເປັນໄລຍະ', 'ฝนตกเป็นช่วง ๆ', '阵雨', 'Mưa rào'],
  ['snow_showers', 'Snow showers', 'ຫິມະຕົກເປັນໄລຍະ', 'หิมะตกเป็นช่วง ๆ', '阵雪', 'Tuyết rơi từng đợt'],
  ['thunderstorm', 'Thunderstorm', 'ຝົນຟ້າຄະນອງ', 'พายุฝนฟ้าคะนอง', '雷暴', 'Dông'],
];

it.each(WORDS)(
  'condition %s is %s, in Lao %s, Thai %s, Chinese %s, Vietnamese %s',
  (condition, ...words) => {
    const key = conditionKey({ condition } as Weather);
    expect(key && [en, la, th, cn, vn].map((texts) => texts[key])).toEqual(words);
  },
);

it('unknown condition code has no label', () => {
  expect(conditionKey({ condition: 'unknown' } as Weather)).toBeUndefined();
});
