import { useWide } from '@/shared/hooks/use-wide';

const MB = 1_048_576;

/** Values that differ between phones and wider screens, as specified. */
export type Device = {
  isWide: boolean;
  /** Maximum file size in bytes. */
  maxBytes: number;
  maxMegabytes: number;
  /** Number of results requested. */
  limit: number;
  /** Timeout of a search in milliseconds. */
  timeoutMs: number;
  /** JPEG quality of images taken with the camera. */
  captureQuality: number;
  /** Share of the image that the crop area covers initially. */
  initialCropShare: number;
  /** Offered aspect ratios (width to height); `null` is free. */
  ratios: readonly Ratio[];
};

export type Ratio = { name: 'free' | 'square' | string; value: number | null };

const free: Ratio = { name: 'free', value: null };
const ratio = (w: number, h: number): Ratio => ({ name: `${w}:${h}`, value: w / h });

const PHONE: Device = {
  isWide: false,
  maxBytes: 10 * MB,
  maxMegabytes: 10,
  limit: 20,
  timeoutMs: 60_000,
  captureQuality: 0.9,
  initialCropShare: 0.7,
  ratios: [free, { name: 'square', value: 1 }, ratio(16, 9), ratio(4, 3), ratio(3, 4)],
};

const WIDE: Device = {
  isWide: true,
  maxBytes: 15 * MB,
  maxMegabytes: 15,
  limit: 25,
  timeoutMs: 90_000,
  captureQuality: 0.95,
  initialCropShare: 0.8,
  ratios: [free, ratio(1, 1), ratio(4, 3), ratio(16, 9), ratio(3, 2)],
};

export const useDevice = (): Device => (useWide() ? WIDE : PHONE);
export const DEVICES = { phone: PHONE, wide: WIDE };
