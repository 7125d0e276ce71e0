import type { Device } from './device';

const TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** For the browser's own file dialog. */
export const ACCEPT = TYPES.join(',');

export type FileFault = 'none' | 'too-many' | 'type' | 'size';

export const isPictureType = (type: string) => TYPES.includes(type);

/** The one picture among what was chosen, dropped or pasted, or why there is none. */
export function pictureAmong(
  files: readonly File[],
  { maxBytes }: Pick<Device, 'maxBytes'>,
): File | FileFault {
  const [file, ...more] = files;
  if (!file) return 'none';
  if (more.length > 0) return 'too-many';
  if (!isPictureType(file.type)) return 'type';
  if (file.size === 0) return 'none';
  return file.size > maxBytes ? 'size' : file;
}
