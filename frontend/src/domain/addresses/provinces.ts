import { shownLanguage } from '@/shared/i18n/language-preference';
import type { LanguageCode } from '@/shared/i18n/languages';
import { readsLao } from '@/shared/i18n/pick-text';

/** A province or district: its official Lao name and the usual Latin spelling. */
export type District = { la: string; en: string };
export type Province = District & { districts: District[] };

/** The 18 provinces and 148 districts of Laos, in the order of their official codes. Villages are typed. */
const TABLE = `
ນະຄອນຫຼວງວຽງຈັນ=Vientiane Capital: ຈັນທະບູລີ=Chanthabuly, ສີໂຄດຕະບອງ=Sikhottabong, ໄຊເສດຖາ=Xaysetha, ສີສັດຕະນາກ=Sisattanak, ນາຊາຍທອງ=Naxaithong, ໄຊທານີ=Xaythany, ຫາດຊາຍຟອງ=Hadxaifong, ສັງທອງ=Sangthong, ປາກງື່ມ=Pakngum
ຜົ້ງສາລີ=Phongsaly: ຜົ້ງສາລີ=Phongsaly, ໃໝ່=May, ຂວາ=Khoua, ສຳພັນ=Samphanh, ບູນເໜືອ=Boun Neua, ຍອດອູ=Nhot Ou, ບູນໃຕ້=Boun Tai
ຫຼວງນ້ຳທາ=Luang Namtha: ຫຼວງນ້ຳທາ=Luang Namtha, ສິງ=Sing, ລອງ=Long, ວຽງພູຄາ=Viengphoukha, ນາແລ=Nalae
ອຸດົມໄຊ=Oudomxay: ໄຊ=Xay, ຫຼາ=La, ນາໝໍ້=Namor, ງາ=Nga, ແບງ=Beng, ຮຸນ=Houn, ປາກແບງ=Pakbeng
ບໍ່ແກ້ວ=Bokeo: ຫ້ວຍຊາຍ=Houayxay, ຕົ້ນເຜິ້ງ=Tonpheung, ເມິງ=Meung, ຜາອຸດົມ=Phaoudom, ປາກທາ=Paktha
ຫຼວງພະບາງ=Luang Prabang: ຫຼວງພະບາງ=Luang Prabang, ຊຽງເງິນ=Xieng Ngeun, ນານ=Nan, ປາກອູ=Pak Ou, ນ້ຳບາກ=Nambak, ງອຍ=Ngoi, ປາກແຊງ=Pakxeng, ໂພນໄຊ=Phonxay, ຈອມເພັດ=Chomphet, ວຽງຄຳ=Viengkham, ພູຄູນ=Phoukhoune, ໂພນທອງ=Phonthong
ຫົວພັນ=Houaphanh: ຊຳເໜືອ=Xamneua, ຊຽງຄໍ້=Xiengkhor, ຮ້ຽມ=Hiem, ວຽງໄຊ=Viengxay, ຫົວເມືອງ=Huameuang, ຊຳໃຕ້=Xamtay, ສົບເບົາ=Sopbao, ແອດ=Et, ກວັນ=Kouan, ຊ່ອນ=Xon
ໄຊຍະບູລີ=Xayabury: ໄຊຍະບູລີ=Xayabury, ຄອບ=Khop, ຫົງສາ=Hongsa, ເງິນ=Ngeun, ຊຽງຮ່ອນ=Xienghone, ພຽງ=Phiang, ປາກລາຍ=Paklay, ແກ່ນທ້າວ=Kenethao, ບໍ່ແຕນ=Botene, ທົ່ງມີໄຊ=Thongmyxay, ໄຊສະຖານ=Xaysathan
ຊຽງຂວາງ=Xiengkhouang: ແປກ=Pek, ຄຳ=Kham, ໜອງແຮດ=Nonghed, ຄູນ=Khoune, ໝອກ=Mok, ພູກູດ=Phoukoud, ຜາໄຊ=Phaxay
ວຽງຈັນ=Vientiane Province: ໂພນໂຮງ=Phonhong, ທຸລະຄົມ=Thoulakhom, ແກ້ວອຸດົມ=Keo Oudom, ກາສີ=Kasy, ວັງວຽງ=Vangvieng, ເຟືອງ=Feuang, ຊະນະຄາມ=Xanakham, ແມດ=Mad, ວຽງຄຳ=Viengkham, ຫີນເຫີບ=Hinheup, ໝື່ນ=Meun
ບໍລິຄຳໄຊ=Bolikhamxay: ປາກຊັນ=Pakxan, ທ່າພະບາດ=Thaphabath, ປາກກະດິງ=Pakkading, ບໍລິຄັນ=Bolikhanh, ຄຳເກີດ=Khamkeuth, ວຽງທອງ=Viengthong, ໄຊຈຳພອນ=Xaychamphone
ຄຳມ່ວນ=Khammouane: ທ່າແຂກ=Thakhek, ມະຫາໄຊ=Mahaxay, ໜອງບົກ=Nongbok, ຫີນບູນ=Hinboun, ຍົມມະລາດ=Nhommalath, ບົວລະພາ=Boualapha, ນາກາຍ=Nakai, ເຊບັ້ງໄຟ=Xebangfay, ໄຊບົວທອງ=Xaybuathong, ຄູນຄຳ=Khounkham
ສະຫວັນນະເຂດ=Savannakhet: ໄກສອນ ພົມວິຫານ=Kaysone Phomvihane, ອຸທຸມພອນ=Outhoumphone, ອາດສະພັງທອງ=Atsaphangthong, ພີນ=Phine, ເຊໂປນ=Sepon, ນອງ=Nong, ທ່າປາງທອງ=Thapangthong, ສອງຄອນ=Songkhone, ຈຳພອນ=Champhone, ຊົນນະບູລີ=Xonnabouly, ໄຊບູລີ=Xaybouly, ວິລະບູລີ=Vilabouly, ອາດສະພອນ=Atsaphone, ໄຊພູທອງ=Xayphouthong, ພະລານໄຊ=Phalanxay
ສາລະວັນ=Salavan: ສາລະວັນ=Salavan, ຕາໂອ້ຍ=Ta Oi, ຕຸ້ມລານ=Toumlane, ລະຄອນເພັງ=Lakhonepheng, ວາປີ=Vapy, ຄົງເຊໂດນ=Khongxedone, ເລົ່າງາມ=Lao Ngam, ສະມ້ວຍ=Samouay
ເຊກອງ=Sekong: ລະມາມ=Lamam, ກະລຶມ=Kaleum, ດາກຈຶງ=Dakcheung, ທ່າແຕງ=Thateng
ຈຳປາສັກ=Champasak: ປາກເຊ=Pakse, ຊະນະສົມບູນ=Sanasomboun, ບາຈຽງຈະເລີນສຸກ=Bachiangchaleunsook, ປາກຊ່ອງ=Paksong, ປະທຸມພອນ=Pathoumphone, ໂພນທອງ=Phonthong, ຈຳປາສັກ=Champasak, ສຸຂຸມາ=Soukhouma, ມູນລະປະໂມກ=Mounlapamok, ໂຂງ=Khong
ອັດຕະປື=Attapeu: ໄຊເສດຖາ=Xaysetha, ສາມັກຄີໄຊ=Samakkhixay, ສະໜາມໄຊ=Sanamxay, ຊານໄຊ=Sanxay, ພູວົງ=Phouvong
ໄຊສົມບູນ=Xaisomboun: ອະນຸວົງ=Anouvong, ທ່າໂທມ=Thathom, ລ້ອງແຈ້ງ=Longcheng, ຮົ່ມ=Hom, ລ້ອງຊານ=Longxan
`;

const place = (pair: string): District => {
  const [la = '', en = ''] = pair.split('=');
  return { la, en };
};

export const PROVINCES: Province[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [name = '', districts = ''] = line.split(': ');
    return { ...place(name), districts: districts.split(', ').map(place) };
  });

/** Districts of a province, given by its Lao name as orders have it; empty for an unknown name. */
export function districtsOf(province: string): District[] {
  return PROVINCES.find(({ la }) => la === province)?.districts ?? [];
}

/** Province and district of a stored address, whose names are Lao, in the page's language. Unknown names stay as they are. */
export function placeNames(
  stored: { province?: string | null; district?: string | null },
  code: LanguageCode,
): { province: string; district: string } {
  const province = PROVINCES.find(({ la }) => la === stored.province);
  const district = province?.districts.find(({ la }) => la === stored.district);
  return {
    province: province ? districtName(province, code) : (stored.province ?? ''),
    district: district ? districtName(district, code) : (stored.district ?? ''),
  };
}

/** Name of a district for the readers of the page. Orders always have the Lao name, which drivers read. */
export const districtName = ({ la, en }: District, code: LanguageCode): string =>
  code === 'la' && readsLao(shownLanguage()) ? la : en;
