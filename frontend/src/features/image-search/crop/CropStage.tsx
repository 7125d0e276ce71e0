import { type CSSProperties, type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { pressedKey } from '@/shared/forms/pressed-key';
import { useT } from '@/shared/i18n/language-context';
import { contextOf } from '../image-processing';
import { arrowStep } from './arrow-step';
import { type Corner, imageBox } from './crop-geometry';
import type { CropTools } from './use-crop';
import { useGestures } from './use-gestures';

const CORNERS: Corner[] = ['nw', 'ne', 'se', 'sw'];
const percent = (value: number) => `${value * 100}%`;
const place = ({ x, y, w, h }: { x: number; y: number; w: number; h: number }): CSSProperties => ({
  left: percent(x),
  top: percent(y),
  width: percent(w),
  height: percent(h),
});

/** Image with the crop area over it. Everything that can be dragged is focusable and responds to the arrow keys. */
export function CropStage({ tools }: { tools: CropTools }) {
  const t = useT();
  const { image, frame, view, shape } = tools.work;
  const { stage, gestures } = useGestures(tools);
  const onArrow = (act: (by: { x: number; y: number }) => void) => (event: KeyboardEvent) => {
    const by = arrowStep(pressedKey(event), event.shiftKey);
    if (!by) return;
    event.preventDefault();
    act(by);
  };
  return (
    <div ref={stage} dir="ltr" className="image-search-stage" {...gestures}>
      <div className="absolute" style={place(imageBox(image.width / image.height, view))}>
        <ImageCanvas image={image} />
      </div>
      <div data-shape={shape} className="image-search-frame" style={place(frame)}>
        <button
          type="button"
          data-grip="frame"
          aria-label={t('imageSearch.area')}
          onKeyDown={onArrow(tools.step)}
          className="image-search-frame-grip"
        />
        {CORNERS.map((corner, index) => (
          <button
            key={corner}
            type="button"
            data-grip={corner}
            aria-label={t('imageSearch.corner', { number: index + 1 })}
            onKeyDown={onArrow((by) => tools.stepCorner(corner, by))}
            className="image-search-corner"
          />
        ))}
      </div>
    </div>
  );
}

function ImageCanvas({ image }: { image: HTMLCanvasElement }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const element = canvas.current;
    if (!element) return;
    element.width = image.width;
    element.height = image.height;
    contextOf(element).drawImage(image, 0, 0);
  }, [image]);
  return <canvas ref={canvas} aria-hidden className="size-full" />;
}
