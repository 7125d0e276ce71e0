import { Ban, CircleCheck, CircleMinus, CircleX, Clock, LoaderCircle } from 'lucide-react';
import type { MessageKey, Translate } from '@/shared/i18n/load-messages';
import type { StateLook } from '../order-labels';
import type { CatalogImport, ImportedTable, ImportState } from './staff-imports-api';

const STATE_LOOKS: Record<ImportState, StateLook> = {
  uploading: { kind: 'brand', icon: LoaderCircle, text: 'office.import.state.uploading' },
  checking: { kind: 'brand', icon: LoaderCircle, text: 'office.import.state.checking' },
  faulty: { kind: 'err', icon: CircleX, text: 'office.import.state.faulty' },
  ready: { kind: 'warn', icon: Clock, text: 'office.import.state.ready' },
  applying: { kind: 'brand', icon: LoaderCircle, text: 'office.import.state.applying' },
  applied: { kind: 'ok', icon: CircleCheck, text: 'office.import.state.applied' },
  failed: { kind: 'err', icon: CircleX, text: 'office.import.state.failed' },
  cancelled: { kind: 'neutral', icon: Ban, text: 'office.import.state.cancelled' },
};

const TABLES: Record<string, MessageKey> = {
  products: 'office.import.table.products',
  categories: 'office.import.table.categories',
  groups: 'office.import.table.groups',
  branches: 'office.import.table.branches',
  promotion_types: 'office.import.table.promotionTypes',
  promotions: 'office.import.table.promotions',
  content: 'office.import.table.content',
  media: 'office.import.table.media',
};

export const tableText = (t: Translate, table: string): string => {
  const key = TABLES[table];
  return key ? t(key) : table;
};

const PHASES: Record<string, MessageKey> = {
  waiting: 'office.import.phase.waiting',
  unpacking: 'office.import.phase.unpacking',
  converting: 'office.import.phase.converting',
  fetching: 'office.import.phase.fetching',
  images: 'office.import.phase.images',
  comparing: 'office.import.phase.comparing',
  copying: 'office.import.phase.copying',
  writing: 'office.import.phase.writing',
};

/** Text of an import phase. A file name is shown unchanged. */
export const phaseText = (t: Translate, phase: string): string => {
  const key = PHASES[phase];
  return key ? t(key) : t('office.import.phase.reading', { file: phase });
};

export type Counts = { added: number; changed: number; removed: number };

export const countsOf = (tables: ImportedTable[]): Counts => ({
  added: tables.reduce((sum, table) => sum + table.added, 0),
  changed: tables.reduce((sum, table) => sum + table.changed, 0),
  removed: tables.reduce((sum, table) => sum + table.removed, 0),
});

export const sumOf = ({ added, changed, removed }: Counts): number => added + changed + removed;

/**
 * Whether a checked import changes nothing. The check of such an import ends it as applied; an import that an
 * earlier release has checked is still `ready`.
 */
export const changesNothing = ({ state, tables }: CatalogImport): boolean =>
  (state === 'ready' || state === 'applied') && sumOf(countsOf(tables)) === 0;

/** Whether an import can be discarded: it neither runs nor was applied. Until then one that failed counts on Today. */
export const canDiscard = ({ state }: CatalogImport): boolean =>
  state === 'uploading' || state === 'ready' || state === 'faulty' || state === 'failed';

const NOTHING: StateLook = {
  kind: 'neutral',
  icon: CircleMinus,
  text: 'office.import.state.nothing',
};

export const lookOf = (shown: CatalogImport): StateLook =>
  changesNothing(shown) ? NOTHING : STATE_LOOKS[shown.state];

/** `24 new, 318 changed, 3 removed`; counts of 0 are left out. */
export function countsText(t: Translate, { added, changed, removed }: Counts): string {
  const parts = [
    added > 0 && t('office.import.added', { count: added }),
    changed > 0 && t('office.import.changed', { count: changed }),
    removed > 0 && t('office.import.removed', { count: removed }),
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(', ') : t('office.import.unchanged');
}

export const actorText = (t: Translate, { by }: CatalogImport): string =>
  by?.name ?? t('office.import.commandLine');

/** Size in megabytes: `4.2 MB`, `536 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`;
  const megabytes = bytes / 1_000_000;
  return `${megabytes < 100 ? megabytes.toFixed(1) : Math.floor(megabytes)} MB`;
}
