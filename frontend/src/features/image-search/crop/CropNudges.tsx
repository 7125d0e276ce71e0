import {
  ChevronDown,
  ChevronsDownUp,
  ChevronsLeftRight,
  ChevronsRightLeft,
  ChevronsUpDown,
  MoveDown,
  MoveLeft,
  MoveRight,
  MoveUp,
} from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { IconButton } from '@/shared/ui/Button';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import type { CropTools } from './use-crop';

const STEP = 0.05;

/** Buttons for everything that can be dragged. */
export function CropNudges({ tools }: { tools: CropTools }) {
  const t = useT();
  const { step, resize } = tools;
  return (
    <details className="group">
      <summary className="flex min-h-(--tap) items-center gap-2 rounded-sm text-sm font-semibold text-link">
        <LocalizedText>{t('imageSearch.byButtons')}</LocalizedText>
        <Icon of={ChevronDown} size="s" className="group-open:rotate-180" />
      </summary>
      <div
        dir="ltr"
        className="grid grid-cols-[repeat(4,var(--tap))] justify-center gap-x-4 gap-y-1 pb-2"
      >
        <IconButton
          icon={MoveLeft}
          label={t('imageSearch.left')}
          onClick={() => step({ x: -STEP, y: 0 })}
        />
        <IconButton
          icon={MoveRight}
          label={t('imageSearch.right')}
          onClick={() => step({ x: STEP, y: 0 })}
        />
        <IconButton
          icon={MoveUp}
          label={t('imageSearch.up')}
          onClick={() => step({ x: 0, y: -STEP })}
        />
        <IconButton
          icon={MoveDown}
          label={t('imageSearch.down')}
          onClick={() => step({ x: 0, y: STEP })}
        />
        <IconButton
          icon={ChevronsLeftRight}
          label={t('imageSearch.wider')}
          onClick={() => resize({ w: STEP })}
        />
        <IconButton
          icon={ChevronsRightLeft}
          label={t('imageSearch.narrower')}
          onClick={() => resize({ w: -STEP })}
        />
        <IconButton
          icon={ChevronsUpDown}
          label={t('imageSearch.higher')}
          onClick={() => resize({ h: STEP })}
        />
        <IconButton
          icon={ChevronsDownUp}
          label={t('imageSearch.lower')}
          onClick={() => resize({ h: -STEP })}
        />
      </div>
    </details>
  );
}
