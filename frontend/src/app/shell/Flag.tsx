import {
  CN,
  DE,
  ES,
  FR,
  GB,
  IT,
  JP,
  KH,
  KR,
  LA,
  NL,
  PL,
  PT,
  RO,
  RU,
  SA,
  TH,
  TR,
  VN,
} from 'country-flag-icons/react/3x2';

/** Flag of a country that speaks the language. It is decorative: the language's name stands beside it. */
const FLAGS: Record<string, typeof LA> = {
  lo: LA,
  en: GB,
  th: TH,
  'zh-CN': CN,
  vi: VN,
  km: KH,
  ja: JP,
  ko: KR,
  ru: RU,
  es: ES,
  fr: FR,
  de: DE,
  it: IT,
  pt: PT,
  nl: NL,
  ar: SA,
  tr: TR,
  pl: PL,
  ro: RO,
};

export function Flag({ tag }: { tag: string }) {
  const Shape = FLAGS[tag];
  return (
    <span aria-hidden className="w-5.5 flex-none overflow-hidden rounded-xs ring ring-line">
      {Shape && <Shape className="block" />}
    </span>
  );
}
