/** Maximum size of a chat image: 5 MB, as specified. */
export const MAX_BYTES = 5_242_880;
/** Image types that the server accepts. */
const SENT_AS_IS = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** Whether the server takes an image of this type; others (BMP, AVIF, HEIC) are re-encoded as JPEG before sending. */
export function isSentAsIs({ type }: Blob): boolean {
  return SENT_AS_IS.includes(type);
}

/** Extensions of images to which some browsers give no type. */
const UNTYPED = /\.(?:heic|heif|avif|bmp)$/i;

/** Returns why a file is not accepted as a chat image. The server checks it again. */
export function imageError({
  type,
  size,
  name = '',
}: Blob & { name?: string }): 'type' | 'size' | null {
  if (!type.startsWith('image/') && !(type === '' && UNTYPED.test(name))) return 'type';
  return size > MAX_BYTES ? 'size' : null;
}
