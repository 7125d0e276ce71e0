import 'leaflet/dist/leaflet.css';
import '@/domain/branches/map.css';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Coordinates } from '@/domain/branches/branch';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { type AddressMapView, createAddressMap } from './address-map';

type AddressMapProps = {
  position: Coordinates | undefined;
  onMark: (place: Coordinates) => void;
};

/**
 * Map with a pin that a click moves. With the keyboard, the arrow keys move the map and the button sets the pin at its
 * center.
 */
export function AddressMap({ position, onMark }: AddressMapProps) {
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<AddressMapView>();
  const mark = useEffectEvent(onMark);

  useEffect(() => {
    if (!box.current) return;
    const opened = createAddressMap(box.current, (place) => mark(place));
    setMap(opened);
    return () => opened.close();
  }, []);
  const { lat, lng } = position ?? {};
  useEffect(() => {
    map?.mark(lat && lng ? { lat, lng } : undefined);
  }, [map, lat, lng]);

  return (
    <div className="grid gap-2">
      <section
        ref={box}
        aria-label={t('address.map')}
        className="branch-map isolate h-64 rounded-md"
      />
      <Button
        kind="outline"
        className="justify-self-start"
        onClick={() => map && onMark(map.center())}
      >
        {t('address.markMiddle')}
      </Button>
    </div>
  );
}
