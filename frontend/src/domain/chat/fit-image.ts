/** More than this the shop does not take: a picture unpacks into four bytes for each. */
const MAX_PIXELS = 16_777_216;
/** The longest side the shop keeps. */
const MAX_SIDE = 2048;
const QUALITY = 0.85;

/** By how much a picture has to shrink, or null when the shop takes it as it is. */
export function scaleFor(width: number, height: number): number | null {
  if (width * height <= MAX_PIXELS) return null;
  return MAX_SIDE / Math.max(width, height);
}

/**
 * The picture as the shop takes it: cameras make more pixels than it unpacks. What cannot be read here is left to the
 * shop to judge.
 */
export async function fitImage(photo: Blob): Promise<Blob> {
  const picture = new Image();
  try {
    picture.src = URL.createObjectURL(photo);
    await loaded(picture);
    const factor = scaleFor(picture.naturalWidth, picture.naturalHeight);
    return factor === null ? photo : ((await drawn(picture, factor)) ?? photo);
  } catch {
    return photo;
  } finally {
    URL.revokeObjectURL(picture.src);
  }
}

/** Its size is known then; no pixel is unpacked before it is drawn. */
function loaded(picture: HTMLImageElement): Promise<void> {
  return new Promise((resolve, reject) => {
    picture.onload = () => resolve();
    picture.onerror = () => reject(new Error('The picture cannot be read'));
  });
}

function drawn(picture: HTMLImageElement, factor: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.naturalWidth * factor));
  canvas.height = Math.max(1, Math.round(picture.naturalHeight * factor));
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  // A JPEG has no see-through parts: they would turn black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((take) => canvas.toBlob(take, 'image/jpeg', QUALITY));
}
