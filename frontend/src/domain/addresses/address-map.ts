import {
  divIcon,
  type LatLngTuple,
  map as leaflet,
  type Marker,
  marker,
  polygon,
  tileLayer,
} from 'leaflet';
import type { Coordinates } from '@/domain/branches/branch';
import { LAOS } from '@/domain/branches/laos-outline';
import { mapTiles } from '@/domain/branches/map-tiles';

export type AddressMapView = {
  mark: (place: Coordinates | undefined) => void;
  center: () => Coordinates;
  close: () => void;
};

const PLACE_ZOOM = 15;
const at = ({ lat, lng }: Coordinates): LatLngTuple => [lat, lng];

/** Creates a Leaflet map with one pin, which a click on the map moves. */
export function createAddressMap(
  box: HTMLElement,
  onMark: (place: Coordinates) => void,
): AddressMapView {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const still = { fadeAnimation: false, zoomAnimation: false, markerZoomAnimation: false };
  const map = leaflet(box, { maxZoom: 19, minZoom: 4, zoomSnap: 0.5, ...(isStill && still) });
  map.attributionControl.setPrefix(false);
  const country = polygon(LAOS, { className: 'branch-map-land', interactive: false }).addTo(map);
  map.fitBounds(country.getBounds());
  const tiles = mapTiles();
  if (tiles) {
    const attribution = Object.assign(document.createElement('span'), {
      textContent: tiles.attribution,
    }).innerHTML;
    const layer = tileLayer(tiles.url, { attribution, maxZoom: 19, referrerPolicy: 'origin' });
    layer.once('tileload', () => country.remove());
    layer.addTo(map);
  }
  map.on('click', ({ latlng }) => onMark({ lat: latlng.lat, lng: latlng.lng }));
  const resized = new ResizeObserver(() => map.invalidateSize({ animate: false }));
  resized.observe(box);

  let pin: Marker | undefined;
  return {
    mark(place) {
      pin?.remove();
      pin = undefined;
      if (!place) return;
      const icon = divIcon({ className: 'branch-map-you', iconSize: [18, 18] });
      pin = marker(at(place), { icon, keyboard: false, interactive: false }).addTo(map);
      if (!map.getBounds().contains(at(place)) || map.getZoom() < PLACE_ZOOM - 3) {
        map.setView(at(place), Math.max(map.getZoom(), PLACE_ZOOM), { animate: !isStill });
      }
    },
    center() {
      const { lat, lng } = map.getCenter();
      return { lat, lng };
    },
    close() {
      resized.disconnect();
      map.remove();
    },
  };
}
