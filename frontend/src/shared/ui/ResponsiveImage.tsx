import { useEffect, useRef, useState } from 'react';
import { type MediaWidth, mediaSrcSet, mediaUrl, PLACEHOLDER } from '@/shared/api/media-url';
import { cx } from './cx';

export type Tint = 'indigo' | 'clay' | 'leaf' | 'turmeric';

type ResponsiveImageProps = {
  /** Stored path of the picture, as the API gives it. */
  path: string | null;
  /** Empty when the name stands beside the picture. */
  alt: string;
  /** Layout width, as in the HTML attribute. */
  sizes: string;
  /** The first picture a shopper sees: loaded at once and before the others. */
  isPriority?: boolean;
  upTo?: MediaWidth;
  className?: string;
};

/** A picture at the width it is shown in; a broken one becomes the placeholder. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: later pictures tell by themselves
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
  ...picture
}: ResponsiveImageProps & { tint?: Tint | undefined; tileClassName?: string }) {
  return (
    <div className={cx('pic', tileClassName)} data-tint={tint}>
      <ResponsiveImage {...picture} />
    </div>
  );
}
