import { useEffect, useRef, useState } from 'react';
import { type MediaWidth, mediaSrcSet, mediaUrl, PLACEHOLDER } from '@/shared/api/media-url';
import { cx } from './cx';

export type Tint = 'indigo' | 'clay' | 'leaf' | 'turmeric';

type ResponsiveImageProps = {
  /** Stored path of the image, as in the API. */
  path: string | null;
  /** Empty if the name stands beside the image. */
  alt: string;
  /** Value of the `sizes` attribute. */
  sizes: string;
  /** Whether the image is in the first view, so that it loads at once and before others. */
  isPriority?: boolean;
  upTo?: MediaWidth;
  className?: string;
};

/** Image at the width in which it is shown. A broken image becomes the placeholder. */
export function ResponsiveImage({
  path,
  alt,
  sizes,
  isPriority = false,
  upTo = 640,
  className,
}: ResponsiveImageProps) {
  const [brokenPath, setBrokenPath] = useState<string | null>(null);
  const image = useRef<HTMLImageElement>(null);
  // An image that failed before hydration has fired no event handler.
  // biome-ignore lint/correctness/useExhaustiveDependencies: later images tell by themselves
  useEffect(() => {
    const { complete, currentSrc, naturalWidth } = image.current ?? {};
    if (complete && currentSrc && naturalWidth === 0) setBrokenPath(path);
  }, []);
  const isBroken = !path || brokenPath === path;
  return (
    <img
      ref={image}
      src={isBroken ? PLACEHOLDER : mediaUrl(path, upTo)}
      {...(!isBroken && { srcSet: mediaSrcSet(path, upTo), sizes })}
      alt={alt}
      loading={isPriority ? 'eager' : 'lazy'}
      fetchPriority={isPriority ? 'high' : 'auto'}
      decoding="async"
      draggable={false}
      onError={() => setBrokenPath(path)}
      className={className}
    />
  );
}

/** Image on a tile: its white background blends into the tile's color. */
export function ImageTile({
  tint,
  tileClassName,
  ...image
}: ResponsiveImageProps & { tint?: Tint | undefined; tileClassName?: string }) {
  return (
    <div className={cx('image-tile', tileClassName)} data-tint={tint}>
      <ResponsiveImage {...image} />
    </div>
  );
}
