import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';

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
      disabled={isOff}
      onClick={onPress}
      aria-label={t(side === 'start' ? 'action.previous' : 'action.next')}
      className={`float-button absolute top-1/2 -translate-y-1/2 disabled:opacity-0 max-lg:hidden ${side === 'start' ? 'start-4' : 'end-4'}`}
    >
      <Icon of={side === 'start' ? ChevronLeft : ChevronRight} className="flip" />
    </button>
  );
}
