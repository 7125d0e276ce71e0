/** Maximum side of a processed or sent image, in px. */
const MAX_SIDE = 1920;
const DOWNSCALE_ABOVE_BYTES = 2 * 1_048_576;
const RESIZED_QUALITY = 0.85;
const CROP_QUALITY = 0.92;
const THUMBNAIL = 160;

/** The image could not be decoded, or the browser has too little memory for it. */
export class UnreadableImageError extends Error {
  override readonly name = 'UnreadablePicture';
}

/** Decodes an image into a canvas: upright, at most 1920 px long. */
export async function decodeImage(file: Blob): Promise<HTMLCanvasElement> {
  const bitmap = await createImageBitmap(file).catch((cause) => {
    throw new UnreadableImageError('not decodable', { cause });
  });
  try {
    const factor = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height));
    const canvas = sized(bitmap.width * factor, bitmap.height * factor);
    contextOf(canvas).drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    return canvas;
  } finally {
    bitmap.close();
  }
}

/** Rotates an image by 90° clockwise. */
export function rotated(image: HTMLCanvasElement): HTMLCanvasElement {
  const canvas = sized(image.height, image.width);
  const context = contextOf(canvas);
  context.translate(canvas.width, 0);
  context.rotate(Math.PI / 2);
  context.drawImage(image, 0, 0);
  return canvas;
}

/** Re-encodes images over 2 MB as JPEG, at most 1920 px long. */
export async function downscaled(file: File): Promise<File> {
  if (file.size <= DOWNSCALE_ABOVE_BYTES) return file;
  const smaller = await shrinkFile(file);
  return smaller.size < file.size ? smaller : file;
}

/**
 * Re-encodes a file as JPEG, at most 1920 px long, because a small file may still have more pixels than the server
 * accepts.
 */
export async function shrinkFile(file: File): Promise<File> {
  return jpegOf(await decodeImage(file), file.name, RESIZED_QUALITY);
}

/**
 * Encodes a canvas as JPEG on a white background, because JPEG has no transparency and transparent parts would turn
 * black.
 */
export async function jpegOf(
  image: HTMLCanvasElement,
  name: string,
  quality = CROP_QUALITY,
): Promise<File> {
  const canvas = onWhite(image);
  const blob = await new Promise<Blob | null>((take) => canvas.toBlob(take, 'image/jpeg', quality));
  if (!blob) throw new UnreadableImageError('no blob');
  return new File([blob], `${name.replace(/\.[^.]*$/, '')}.jpg`, { type: 'image/jpeg' });
}

/** Thumbnail for the results view, as a `data:` URL. */
export function thumbnailOf(image: HTMLCanvasElement): string {
  const factor = Math.min(1, THUMBNAIL / Math.max(image.width, image.height));
  const canvas = sized(image.width * factor, image.height * factor);
  const context = contextOf(canvas);
  context.imageSmoothingQuality = 'high';
  context.drawImage(onWhite(image), 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/jpeg', 0.8);
}

function onWhite(image: HTMLCanvasElement): HTMLCanvasElement {
  const canvas = sized(image.width, image.height);
  const context = contextOf(canvas);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0);
  return canvas;
}

export function sized(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width));
  canvas.height = Math.max(1, Math.round(height));
  return canvas;
}

export function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (!context) throw new UnreadableImageError('no canvas');
  return context;
}
