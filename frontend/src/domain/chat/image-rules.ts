/** 5 MB, as the specification has it. */
export const MOST_BYTES = 5_242_880;
export const PHOTO_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** What is wrong with a file as a picture of the chat; the shop looks into it once more. */
export function photoFault({ type, size }: Blob): 'type' | 'size' | null {
  if (!PHOTO_TYPES.includes(type)) return 'type';
  return size > MOST_BYTES ? 'size' : null;
}
