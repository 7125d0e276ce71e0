import type { Device } from './device';

const TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** For the browser's own file dialog. */
export const ACCEPT = TYPES.join(',');

export type FileError = 'none' | 'too-many' | 'type' | 'size';

export const isImageType = (type: string) => TYPES.includes(type);

/** The one picture among what was chosen, dropped or pasted, or why there is none. */
export function findImage(
  files: readonly File[],
  { maxBytes }: Pick<Device, 'maxBytes'>,
): File | FileError {
  const [file, ...more] = files;
  if (!file) return 'none';
  if (more.length > 0) return 'too-many';
  if (!isImageType(file.type)) return 'type';
  if (file.size === 0) return 'none';
  return file.size > maxBytes ? 'size' : file;
}
