import type { QrImage } from '@/shared/ui/qr-image';

const MODULE = 16;

/** Saves the QR code as a PNG, which bank apps can open from the phone's gallery. */
export async function saveQr({ size, path }: QrImage, name: string): Promise<void> {
  const canvas = document.createElement('canvas');
  canvas.width = size * MODULE;
  canvas.height = size * MODULE;
  const pen = canvas.getContext('2d');
  if (!pen) return;
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.scale(MODULE, MODULE);
  pen.fillStyle = '#000';
  pen.fill(new Path2D(path));
  const image = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!image) return;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(image);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
