/** 5 MB, as specified. */
export const MAX_BYTES = 5_242_880;
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** Why a file is not accepted as a chat image; the server checks again. */
export function imageError({ type, size }: Blob): 'type' | 'size' | null {
  if (!IMAGE_TYPES.includes(type)) return 'type';
  return size > MAX_BYTES ? 'size' : null;
}
