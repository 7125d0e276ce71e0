import 'leaflet/dist/leaflet.css';
import '@/domain/branches/map.css';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Coordinates } from '@/domain/branches/branch';
import { useT } from '@/shared/i18n/language-context';
import { bothNames } from '@/shared/i18n/second-name';
import { type BranchMapView, createBranchMap } from './branch-map';
import type { ListedBranch } from './listed-branches';

type BranchMapProps = {
  found: ListedBranch[];
  chosen: number | undefined;
  from: Coordinates | undefined;
  onChoose: (b_id: number) => void;
};

/** Map of the branches, on the operator's map tiles or on the outline of Laos. */
export function BranchMap({ found, chosen, from, onChoose }: BranchMapProps) {
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<BranchMapView>();
  const choose = useEffectEvent(onChoose);
  const words = useEffectEvent(() => ({
    zoomIn: t('branches.zoomIn'),
    zoomOut: t('branches.zoomOut'),
  }));

  useEffect(() => {
    if (!box.current) return;
    const opened = createBranchMap(box.current, words());
    setMap(opened);
    return () => opened.close();
  }, []);

  const pins = found.flatMap(({ branch, coordinates }) =>
    coordinates && branch.b_show_map
      ? [{ id: branch.b_id, coordinates, name: bothNames(branch.b_name, branch.b_name_eng) }]
      : [],
  );
  const shown = pins.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pins change with those they stand for
  useEffect(() => map?.show(pins, (id) => choose(id)), [map, shown]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new set of pins loses the mark of the chosen one
  useEffect(() => map?.mark(chosen), [map, chosen, shown]);
  useEffect(() => map?.showShopper(from, t('branches.you')), [map, from, t]);

  return <section ref={box} aria-label={t('branches.map')} className="branch-map size-full" />;
}
