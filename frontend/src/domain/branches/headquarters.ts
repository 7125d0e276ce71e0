import { type Branch, readBranches } from './branch';

/** Fallback when the branches cannot be loaded, so that there is at least one address and phone number. */
export function headquarters(hotline: string): Branch {
  const [branch] = readBranches([
    {
      b_id: 0,
      b_code: 'HQ',
      b_name: 'ສຳນັກງານໃຫຍ່ ນະຄອນຫຼວງວຽງຈັນ',
      b_name_eng: 'Vientiane Headquarters',
      tb_address_la: 'ນະຄອນຫຼວງວຽງຈັນ',
      tb_address_en: 'Vientiane Capital',
      b_f_phone: hotline,
      lat: 17.98,
      lng: 102.63,
    },
  ]);
  return branch as Branch;
}
