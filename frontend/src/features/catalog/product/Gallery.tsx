import { Maximize2 } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { pressedKey } from '@/shared/forms/pressed-key';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';
import { inlineSign } from '@/shared/ui/inline-sign';
import { lazyOverlay } from '@/shared/ui/lazy-overlay';
import { ResponsiveImage } from '@/shared/ui/ResponsiveImage';
import { GalleryArrow } from './GalleryArrow';
import { GalleryThumbs } from './GalleryThumbs';
import { ShareButton } from './ShareButton';

const Lightbox = lazyOverlay(() => import('./Lightbox').then((module) => module.Lightbox));

/** A product without images shows the placeholder. */
const NO_IMAGES = [null];
const SIZES = '(width >= 64rem) 680px, (width >= 43.75rem) 50vw, 100vw';

/** Image gallery: swiping on phones, arrows, keys and thumbnails; a click enlarges the image. */
export function Gallery({
  images,
  name,
  corner,
}: {
  images: string[];
  name: string;
  /** Content of the upper corner: the wishlist button. */
  corner?: ReactNode;
}) {
  const t = useT();
  const track = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  const [lightbox, setLightbox] = useState<'never' | 'open' | 'closed'>('never');
  // Target of the running scroll. Images that it passes do not become the current one.
  const goal = useRef<number | null>(null);
  const shown = images.length > 0 ? images : NO_IMAGES;

  const show = (index: number) => {
    const target = Math.min(shown.length - 1, Math.max(0, index));
    const element = track.current;
    if (target === current) return;
    goal.current = target;
    element?.scrollTo({
      left: inlineSign(element) * target * element.clientWidth,
      behavior: 'smooth',
    });
    setCurrent(target);
  };
  const takeOver = () => {
    goal.current = null;
  };
  const follow = () => {
    const element = track.current;
    if (!element) return;
    const index = Math.round(Math.abs(element.scrollLeft) / element.clientWidth);
    if (goal.current === null) setCurrent(index);
    else if (goal.current === index) goal.current = null;
  };
  const press = (event: KeyboardEvent) => {
    const key = pressedKey(event);
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
    event.preventDefault();
    show(current + (key === 'ArrowRight' ? 1 : -1) * inlineSign(event.currentTarget));
  };

  return (
    <section aria-label={t('product.images')} className="gallery" onKeyDown={press}>
      <div className="relative">
        <ul
          ref={track}
          onScroll={follow}
          onPointerDown={takeOver}
          onWheel={takeOver}
          className="gallery-track"
        >
          {shown.map((path, index) => (
            <li key={path} className="gallery-slide">
              <button
                type="button"
                onClick={() => setLightbox('open')}
                onPointerEnter={Lightbox.hint}
                tabIndex={index === current ? undefined : -1}
                aria-label={t('product.enlarge')}
                className="image-tile h-full w-full cursor-zoom-in rounded-none! split:rounded-xl!"
              >
                <ResponsiveImage
                  path={path}
                  alt={index === 0 ? name : ''}
                  sizes={SIZES}
                  upTo={1280}
                  isPriority={index === 0}
                />
              </button>
            </li>
          ))}
        </ul>
        <div className="absolute end-2 top-2 grid justify-items-end gap-2 lg:end-4 lg:top-4">
          {corner}
          <ShareButton name={name} />
        </div>
        <span className="float-button pointer-events-none absolute end-2 bottom-2 lg:end-4 lg:bottom-4">
          <Icon of={Maximize2} />
        </span>
        {shown.length > 1 && (
          <>
            <GalleryArrow side="start" isOff={current === 0} onPress={() => show(current - 1)} />
            <GalleryArrow
              side="end"
              isOff={current === shown.length - 1}
              onPress={() => show(current + 1)}
            />
          </>
        )}
      </div>
      {shown.length > 1 && (
        <>
          <p role="status" className="sr-only">
            {t('product.imageOf', { index: current + 1, total: shown.length })}
          </p>
          <GalleryThumbs images={images} current={current} onChoose={show} />
        </>
      )}
      {lightbox !== 'never' && (
        <Lightbox
          isOpen={lightbox === 'open'}
          onClose={() => setLightbox('closed')}
          images={shown}
          name={name}
          current={current}
          onShow={show}
        />
      )}
    </section>
  );
}
