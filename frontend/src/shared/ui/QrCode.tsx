import type { QrImage } from './qr-image';

/** QR code on a white background in both themes, because cameras need the contrast. */
export function QrCode({ image: { size, path }, label }: { image: QrImage; label: string }) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="w-60 max-w-full rounded-lg"
    >
      <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
