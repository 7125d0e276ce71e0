/** 5 MB, as the specification has it. */
export const MAX_BYTES = 5_242_880;
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** What is wrong with a file as a picture of the chat; the shop looks into it once more. */
export function imageError({ type, size }: Blob): 'type' | 'size' | null {
  if (!IMAGE_TYPES.includes(type)) return 'type';
  return size > MAX_BYTES ? 'size' : null;
}
