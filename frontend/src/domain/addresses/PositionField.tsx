import { LocateFixed, MapPin, Trash2 } from 'lucide-react';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import type { Coordinates } from '@/domain/branches/branch';
import { usePosition } from '@/domain/branches/use-position';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { Button } from '@/shared/ui/Button';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Skeleton } from '@/shared/ui/Skeleton';
import { isInLaos, positionOf, positionText } from './address-form-values';

const AddressMap = lazy(() => import('./AddressMap').then((it) => ({ default: it.AddressMap })));

type PositionFieldProps = { position: string; onChange: (position: string) => void };

/**
 * Form field for a position: a click on the map or the device's position sets it. The map's code loads when it is
 * opened.
 */
export function PositionField({ position, onChange }: PositionFieldProps) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  const [isOutside, setIsOutside] = useState(false);
  const [device, locate] = usePosition();
  const marked = positionOf(position);

  const mark = (place: Coordinates) => {
    setIsOutside(!isInLaos(place));
    if (isInLaos(place)) onChange(positionText(place));
  };
  const found = device.status === 'known' ? device.coordinates : undefined;
  const markFound = useEffectEvent(mark);
  useEffect(() => {
    if (found) markFound(found);
  }, [found]);

  const problem: MessageKey | undefined = isOutside
    ? 'address.outside'
    : device.status === 'denied'
      ? 'branches.locationDenied'
      : device.status === 'unknown'
        ? 'address.notFound'
        : undefined;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Button
          kind="outline"
          icon={MapPin}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t(marked ? 'address.marked' : 'address.mark')}
        </Button>
        <Button
          kind="outline"
          icon={LocateFixed}
          isLoading={device.status === 'asking'}
          onClick={locate}
        >
          {t('address.myPosition')}
        </Button>
        {marked && (
          <Button kind="ghost" icon={Trash2} onClick={() => onChange('')}>
            {t('address.unmark')}
          </Button>
        )}
      </div>
      <p role="status" className="text-xs text-text-3 empty:hidden">
        {problem && <LocalizedText>{t(problem)}</LocalizedText>}
      </p>
      {isOpen && (
        <Suspense fallback={<Skeleton className="h-64 rounded-md" />}>
          <AddressMap position={marked} onMark={mark} />
        </Suspense>
      )}
    </div>
  );
}
