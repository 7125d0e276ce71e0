import { Circle, Crosshair, RotateCcw, RotateCw, Square, ZoomIn, ZoomOut } from 'lucide-react';
import { formatPercent } from '@/shared/format/kip';
import { useT } from '@/shared/i18n/language-context';
import { IconButton } from '@/shared/ui/Button';
import { Chip } from '@/shared/ui/Chip';
import { Icon } from '@/shared/ui/Icon';
import { Ltr } from '@/shared/ui/Ltr';
import { pressable } from '@/shared/ui/pressable';
import { CropPreview } from './CropPreview';
import { ZOOM } from './crop-geometry';
import type { CropTools } from './use-crop';

/** Controls of the crop: preview, zoom, shape and aspect ratio. */
export function CropControls({ tools }: { tools: CropTools }) {
  const t = useT();
  const { image, frame, view, shape, ratio } = tools.work;
  const percent = formatPercent(Math.round(view.zoom * 100));
  const words: Record<string, string> = {
    free: t('imageSearch.free'),
    square: t('imageSearch.square'),
  };
  return (
    <>
      <div className="flex items-start gap-3">
        <CropPreview image={image} crop={{ frame, view, shape }} />
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <fieldset className="flex items-center justify-end">
            <legend className="sr-only">{t('imageSearch.zoom')}</legend>
            <IconButton
              icon={ZoomOut}
              label={t('product.zoomOut')}
              {...pressable(view.zoom <= ZOOM.min, tools.zoomOut)}
              className="off:opacity-40"
            />
            <button
              type="button"
              onClick={tools.zoomReset}
              className="num min-h-(--tap) min-w-14 rounded-md text-sm hover:bg-surface-3"
            >
              <Ltr aria-live="polite">{percent}</Ltr>
              <span className="sr-only">{t('product.zoomReset')}</span>
            </button>
            <IconButton
              icon={ZoomIn}
              label={t('product.zoomIn')}
              {...pressable(view.zoom >= ZOOM.max, tools.zoomIn)}
              className="off:opacity-40"
            />
          </fieldset>
          <div className="flex items-center justify-end">
            <IconButton icon={RotateCw} label={t('imageSearch.rotate')} onClick={tools.turn} />
            <IconButton icon={Crosshair} label={t('imageSearch.center')} onClick={tools.center} />
            <IconButton icon={RotateCcw} label={t('imageSearch.reset')} onClick={tools.reset} />
          </div>
          <fieldset className="flex justify-end gap-2">
            <legend className="sr-only">{t('imageSearch.shape')}</legend>
            <Chip
              isSelected={shape === 'rectangle'}
              aria-label={t('imageSearch.rectangle')}
              onClick={() => tools.chooseShape('rectangle')}
            >
              <Icon of={Square} />
            </Chip>
            <Chip
              isSelected={shape === 'circle'}
              aria-label={t('imageSearch.circle')}
              onClick={() => tools.chooseShape('circle')}
            >
              <Icon of={Circle} />
            </Chip>
          </fieldset>
        </div>
      </div>
      <fieldset className="no-scrollbar -mx-5 flex flex-none gap-2 overflow-x-auto px-5 py-1">
        <legend className="sr-only">{t('imageSearch.ratio')}</legend>
        {tools.device.ratios.map(({ name, value }) => (
          <Chip
            key={name}
            isSelected={shape === 'rectangle' && ratio === value}
            disabled={shape === 'circle'}
            onClick={() => tools.chooseRatio(value)}
            className="disabled:text-text-3 disabled:opacity-60"
          >
            {words[name] ?? <Ltr>{name}</Ltr>}
          </Chip>
        ))}
      </fieldset>
    </>
  );
}
