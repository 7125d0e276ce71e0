/** Widths of image variants at the edge. Images are never enlarged. */
export const MEDIA_WIDTHS = [160, 320, 480, 640, 960, 1280, 1600] as const;
export type MediaWidth = (typeof MEDIA_WIDTHS)[number];

export const PLACEHOLDER = '/placeholder.png';

export function mediaUrl(path: string, width?: MediaWidth): string {
  if (!path) return PLACEHOLDER;
  const url = /^(https?:|\/)/.test(path)
    ? path
    : `/media/${path.split('/').map(encodeURIComponent).join('/')}`;
  return width && url.startsWith('/media/') ? `${url}?w=${width}` : url;
}

export function mediaSrcSet(path: string, upTo: MediaWidth): string {
  return MEDIA_WIDTHS.filter((width) => width <= upTo)
    .map((width) => `${mediaUrl(path, width)} ${width}w`)
    .join(', ');
}
