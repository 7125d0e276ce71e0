import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';
import { pressable } from '@/shared/ui/pressable';

export function GalleryArrow({
  side,
  isOff,
  onPress,
}: {
  side: 'start' | 'end';
  isOff: boolean;
  onPress: () => void;
}) {
  const t = useT();
  return (
    <button
      type="button"
      {...pressable(isOff, onPress)}
      aria-label={t(side === 'start' ? 'action.previous' : 'action.next')}
      className={`float-button absolute top-1/2 -translate-y-1/2 off:not-focus-visible:opacity-0 off:opacity-45 max-lg:hidden ${side === 'start' ? 'start-4' : 'end-4'}`}
    >
      <Icon of={side === 'start' ? ChevronLeft : ChevronRight} className="flip" />
    </button>
  );
}
