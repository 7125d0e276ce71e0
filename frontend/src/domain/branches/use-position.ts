import { useState } from 'react';
import type { Coordinates } from './branch';

const OPTIONS = { timeout: 10_000, maximumAge: 5 * 60_000 };
const DENIED = 1;

export type Position =
  | { status: 'unasked' | 'asking' | 'denied' | 'unknown' }
  | { status: 'known'; coordinates: Coordinates };

/** Position of the device. It is requested from the browser only after a click. */
export function usePosition(): [Position, () => void] {
  const [position, setPosition] = useState<Position>({ status: 'unasked' });
  const ask = () => {
    if (!('geolocation' in navigator)) {
      setPosition({ status: 'unknown' });
      return;
    }
    setPosition({ status: 'asking' });
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        setPosition({
          status: 'known',
          coordinates: { lat: coords.latitude, lng: coords.longitude },
        }),
      ({ code }) => setPosition({ status: code === DENIED ? 'denied' : 'unknown' }),
      OPTIONS,
    );
  };
  return [position, ask];
}
