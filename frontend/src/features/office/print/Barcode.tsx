import { code128 } from './code128';

/** Barcode (Code 128) of a number, for the scanners of the warehouse. */
export function Barcode({ text }: { text: string }) {
  const code = code128(text);
  if (!code) return null;
  return (
    <svg
      viewBox={`0 0 ${code.width} 10`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="o-barcode"
    >
      {code.bars.map(({ x, width }) => (
        <rect key={x} x={x} y={0} width={width} height={10} />
      ))}
    </svg>
  );
}
