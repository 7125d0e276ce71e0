import { contextOf, jpegOf, sized } from '../image-processing';
import { type Frame, imageBox, sourceRect, type View } from './crop-geometry';

export type Shape = 'rectangle' | 'circle';
export type Crop = { frame: Frame; view: View; shape: Shape };

/** Draws the crop area as an image; a circle gets a white background. Undefined if the area misses the image. */
export function cropCanvas(image: HTMLCanvasElement, crop: Crop): HTMLCanvasElement | undefined {
  const aspect = image.width / image.height;
  const cut = sourceRect(crop.frame, crop.view, aspect);
  if (!cut) return undefined;
  const canvas = sized(cut.w * image.width, cut.h * image.height);
  paint(contextOf(canvas), image, crop, cut);
  return canvas;
}

/** Draws the crop area as a thumbnail, fitted into a square of `size` pixels. */
export function preview(canvas: HTMLCanvasElement, image: HTMLCanvasElement, crop: Crop): void {
  const context = contextOf(canvas);
  context.clearRect(0, 0, canvas.width, canvas.height);
  const whole = cropCanvas(image, crop);
  if (!whole) return;
  const factor = Math.min(canvas.width / whole.width, canvas.height / whole.height);
  const [width, height] = [whole.width * factor, whole.height * factor];
  context.imageSmoothingQuality = 'high';
  context.drawImage(whole, (canvas.width - width) / 2, (canvas.height - height) / 2, width, height);
}

export async function cropFile(
  image: HTMLCanvasElement,
  crop: Crop,
  name: string,
): Promise<{ file: File; canvas: HTMLCanvasElement } | undefined> {
  const canvas = cropCanvas(image, crop);
  return canvas && { canvas, file: await jpegOf(canvas, `crop-${name}`) };
}

function paint(
  context: CanvasRenderingContext2D,
  image: HTMLCanvasElement,
  { frame, view, shape }: Crop,
  cut: Frame,
): void {
  const { width, height } = context.canvas;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  if (shape === 'circle') {
    // The circle belongs to the area, which may extend beyond the image.
    const box = imageBox(image.width / image.height, view);
    const scale = { x: width / (cut.w * box.w), y: height / (cut.h * box.h) };
    const middle = {
      x: (frame.x + frame.w / 2 - box.x - cut.x * box.w) * scale.x,
      y: (frame.y + frame.h / 2 - box.y - cut.y * box.h) * scale.y,
    };
    context.beginPath();
    const radius = { x: (frame.w / 2) * scale.x, y: (frame.h / 2) * scale.y };
    context.ellipse(middle.x, middle.y, radius.x, radius.y, 0, 0, 2 * Math.PI);
    context.clip();
  }
  const from = { x: cut.x * image.width, y: cut.y * image.height };
  const size = { w: cut.w * image.width, h: cut.h * image.height };
  context.drawImage(image, from.x, from.y, size.w, size.h, 0, 0, width, height);
}
