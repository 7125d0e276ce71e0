import { type Branch, coordinatesOf } from './branch';

type Mapped = Pick<Branch, 'lat' | 'lng' | 'b_map' | 'b_show_map'>;

/** A public map at the branch; none when its place is unknown. */
export function mapLink(branch: Pick<Branch, 'lat' | 'lng'>): string | undefined {
  const place = coordinatesOf(branch);
  if (!place) return undefined;
  const { lat, lng } = place;
  return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=16/${lat}/${lng}`;
}

/** The way to a branch, in the navigator of the phone where there is one; else the map the operator named. */
export function directionsLink(branch: Mapped): string | undefined {
  const place = coordinatesOf(branch);
  if (place) {
    return `https://www.google.com/maps/dir/?api=1&destination=${place.lat},${place.lng}`;
  }
  return /^https?:\/\//.test(branch.b_map) ? branch.b_map : undefined;
}
