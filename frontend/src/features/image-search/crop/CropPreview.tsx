import { useEffect, useRef } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { type Crop, preview } from './draw-crop';

/** Side length in CSS pixels. The canvas has more pixels on high-density screens. */
const SIZE = 120;
const PIXEL_RATIO = 2;

/** Live preview of the crop. */
export function CropPreview({ image, crop }: { image: HTMLCanvasElement; crop: Crop }) {
  const t = useT();
  const canvas = useRef<HTMLCanvasElement>(null);
  const { frame, view, shape } = crop;
  useEffect(() => {
    // Draws once per frame, because many changes may come between two frames.
    const request = requestAnimationFrame(() => {
      if (canvas.current) preview(canvas.current, image, { frame, view, shape });
    });
    return () => cancelAnimationFrame(request);
  }, [image, frame, view, shape]);
  return (
    <figure className="flex-none">
      <canvas
        ref={canvas}
        width={SIZE * PIXEL_RATIO}
        height={SIZE * PIXEL_RATIO}
        role="img"
        aria-label={t('imageSearch.preview')}
        className="image-search-preview"
      />
      <figcaption aria-hidden className="pt-1 text-center text-xs text-text-3">
        {t('imageSearch.preview')}
      </figcaption>
    </figure>
  );
}
