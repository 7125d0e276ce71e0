import { useT } from '@/shared/i18n/language-context';
import type { KnownAttribute } from './product-attributes';

export function useAttributeLabels(): Record<KnownAttribute, string> {
  const t = useT();
  return {
    material: t('spec.material'),
    color: t('spec.color'),
    size: t('spec.size'),
    thickness: t('spec.thickness'),
    length: t('spec.length'),
    volume: t('spec.volume'),
    weight: t('spec.weight'),
    pack: t('spec.pack'),
    grade: t('spec.grade'),
    power: t('spec.power'),
    voltage: t('spec.voltage'),
    current: t('spec.current'),
    capacity: t('spec.capacity'),
    base: t('spec.base'),
    standard: t('spec.standard'),
    warranty_months: t('spec.warranty'),
  };
}
