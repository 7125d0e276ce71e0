/** Maximum number of pixels that the server accepts, because decoding takes four bytes per pixel. */
const MAX_PIXELS = 16_777_216;
/** Maximum side to which the server scales images, in px. */
const MAX_SIDE = 2048;
const QUALITY = 0.85;

/** Factor by which an image has to be scaled, or null if it fits. */
export function scaleFor(width: number, height: number): number | null {
  if (width * height <= MAX_PIXELS) return null;
  return MAX_SIDE / Math.max(width, height);
}

/**
 * Scales an image down to the size that the server accepts. An image that cannot be decoded here is returned
 * unchanged, and the server decides.
 */
export async function fitImage(file: Blob): Promise<Blob> {
  return await withImage(file, async (image) => {
    const factor = scaleFor(image.naturalWidth, image.naturalHeight);
    return factor === null ? file : ((await drawn(image, factor)) ?? file);
  }).catch(() => file);
}

/** Re-encodes an image of any type that this browser can draw as JPEG, at most 2048 px a side; null if it cannot. */
export async function toJpeg(file: Blob): Promise<Blob | null> {
  return await withImage(file, (image) => {
    const side = Math.max(image.naturalWidth, image.naturalHeight);
    return side === 0 ? null : drawn(image, Math.min(1, MAX_SIDE / side));
  }).catch(() => null);
}

async function withImage<T>(
  file: Blob,
  read: (image: HTMLImageElement) => T | Promise<T>,
): Promise<T> {
  const image = new Image();
  try {
    image.src = URL.createObjectURL(file);
    await loaded(image);
    return await read(image);
  } finally {
    URL.revokeObjectURL(image.src);
  }
}

/** Resolves when the size is known; pixels are decoded only when drawn. */
function loaded(image: HTMLImageElement): Promise<void> {
  return new Promise((resolve, reject) => {
    image.onload = () => resolve();
    image.onerror = () => reject(new Error('The image cannot be read'));
  });
}

function drawn(image: HTMLImageElement, factor: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(image.naturalWidth * factor));
  canvas.height = Math.max(1, Math.round(image.naturalHeight * factor));
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  // JPEG has no transparency: transparent parts would turn black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((take) => canvas.toBlob(take, 'image/jpeg', QUALITY));
}
