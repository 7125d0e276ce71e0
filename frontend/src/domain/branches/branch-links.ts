import { type Branch, coordinatesOf } from './branch';

type Mapped = Pick<Branch, 'lat' | 'lng' | 'b_map' | 'b_show_map'>;

/** Address of the branch on OpenStreetMap; undefined if its coordinates are unknown. */
export function mapLink(branch: Pick<Branch, 'lat' | 'lng'>): string | undefined {
  const place = coordinatesOf(branch);
  if (!place) return undefined;
  const { lat, lng } = place;
  return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=16/${lat}/${lng}`;
}

/**
 * Address of directions to the branch, which a phone opens in its navigation app; without coordinates the map link from
 * the branch data.
 */
export function directionsLink(branch: Mapped): string | undefined {
  const place = coordinatesOf(branch);
  if (place) {
    return `https://www.google.com/maps/dir/?api=1&destination=${place.lat},${place.lng}`;
  }
  return /^https?:\/\//.test(branch.b_map) ? branch.b_map : undefined;
}
