import {
  control,
  divIcon,
  type FitBoundsOptions,
  type LatLngTuple,
  latLngBounds,
  map as leaflet,
  type Marker,
  marker,
  polygon,
  tileLayer,
} from 'leaflet';
import type { Coordinates } from '@/domain/branches/branch';
import { LAOS } from '@/domain/branches/laos-outline';
import { mapTiles } from '@/domain/branches/map-tiles';
import { pressedKey } from '@/shared/forms/pressed-key';

export type Pin = { id: number; coordinates: Coordinates; name: string };

export type BranchMapView = {
  show: (pins: Pin[], onChoose: (id: number) => void) => void;
  mark: (id: number | undefined) => void;
  showShopper: (place: Coordinates | undefined, label: string) => void;
  close: () => void;
};

const MAX_FIT_ZOOM = 14;
const SINGLE_PIN_ZOOM = 12;
/** Padding of the visible area, because pins extend above their positions. */
const FIT_PADDING: FitBoundsOptions = { paddingTopLeft: [28, 48], paddingBottomRight: [28, 20] };
const PIN =
  '<svg viewBox="0 0 24 24" width="34" height="34" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M20 10c0 4.993-5.539 10.193-7.399 11.799a1 1 0 0 1-1.202 0C9.539 20.193 4 14.993 4 10a8 8 0 0 1 16 0"/><circle cx="12" cy="10" r="3"/></svg>';

const at = ({ lat, lng }: Coordinates): LatLngTuple => [lat, lng];

/** Creates a Leaflet map with pins for branches. */
export function createBranchMap(
  box: HTMLElement,
  words: { zoomIn: string; zoomOut: string },
): BranchMapView {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const still = { fadeAnimation: false, zoomAnimation: false, markerZoomAnimation: false };
  const map = leaflet(box, {
    zoomControl: false,
    maxZoom: 19,
    minZoom: 4,
    zoomSnap: 0.5,
    ...(isStill && still),
  });
  map.attributionControl.setPrefix(false);
  control.zoom({ zoomInTitle: words.zoomIn, zoomOutTitle: words.zoomOut }).addTo(map);
  control.scale({ imperial: false }).addTo(map);
  const country = polygon(LAOS, { className: 'branch-map-land', interactive: false }).addTo(map);
  map.fitBounds(country.getBounds());
  addTiles();

  const pins = new Map<number, Marker>();
  let shopper: Marker | undefined;
  let marked: number | undefined;
  const resized = new ResizeObserver(() => map.invalidateSize({ animate: false }));
  resized.observe(box);

  /** Adds the map tiles. The outline of Laos stays until the first tile has loaded, so the map is never empty. */
  function addTiles() {
    const tiles = mapTiles();
    if (!tiles) {
      map.setMaxZoom(MAX_FIT_ZOOM);
      return;
    }
    const attribution = Object.assign(document.createElement('span'), {
      textContent: tiles.attribution,
    }).innerHTML;
    const layer = tileLayer(tiles.url, { attribution, maxZoom: 19, referrerPolicy: 'origin' });
    layer.once('tileload', () => country.remove());
    layer.addTo(map);
  }

  function look(id: number | undefined) {
    for (const [other, pin] of pins) {
      pin.getElement()?.toggleAttribute('data-chosen', other === id);
      pin.setZIndexOffset(other === id ? 1000 : 0);
    }
  }

  return {
    show(wanted, onChoose) {
      for (const pin of pins.values()) pin.remove();
      pins.clear();
      for (const { id, coordinates, name } of wanted) {
        const icon = divIcon({
          html: PIN,
          className: 'branch-map-pin',
          iconSize: [44, 44],
          iconAnchor: [22, 40],
        });
        const pin = marker(at(coordinates), { icon, title: name }).addTo(map);
        pin.getElement()?.setAttribute('aria-label', name);
        pin.on('click', () => onChoose(id));
        // Leaflet gives pins the role of a button but no keyboard events.
        pin.getElement()?.addEventListener('keydown', (event) => {
          const key = pressedKey(event);
          if (key !== 'Enter' && key !== ' ') return;
          event.preventDefault();
          onChoose(id);
        });
        pins.set(id, pin);
      }
      const points = wanted.map(({ coordinates }) => at(coordinates));
      if (points.length > 0 && (marked === undefined || !pins.has(marked))) {
        map.fitBounds(latLngBounds(points), { ...FIT_PADDING, maxZoom: SINGLE_PIN_ZOOM });
      }
    },
    mark(id) {
      look(id);
      const pin = id === undefined ? undefined : pins.get(id);
      if (pin && id !== marked) {
        map.setView(pin.getLatLng(), Math.max(map.getZoom(), SINGLE_PIN_ZOOM), {
          animate: !isStill,
        });
      }
      // A pin that does not exist yet is marked when it is created.
      marked = pin && id;
    },
    showShopper(place, label) {
      shopper?.remove();
      if (!place) return;
      const icon = divIcon({ className: 'branch-map-you', iconSize: [18, 18] });
      shopper = marker(at(place), { icon, title: label, keyboard: false, interactive: false });
      shopper.addTo(map);
      const points = [...pins.values()].map((pin) => pin.getLatLng());
      const near = points.sort((a, b) => map.distance(a, at(place)) - map.distance(b, at(place)));
      map.fitBounds(latLngBounds([at(place), ...near.slice(0, 2)]), FIT_PADDING);
    },
    close() {
      resized.disconnect();
      map.remove();
    },
  };
}
