import type { Device } from './device';

const TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** Value of the file input's `accept` attribute. */
export const ACCEPT = TYPES.join(',');

export type FileError = 'none' | 'too-many' | 'type' | 'size';

export const isImageType = (type: string) => TYPES.includes(type);

/** The one image among the chosen, dropped or pasted files, or the reason why there is none. */
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
