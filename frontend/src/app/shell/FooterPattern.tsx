/** Woven chevron pattern of a Lao skirt hem, above the footer. */
export function FooterPattern() {
  return (
    <svg aria-hidden className="block h-2.5 w-full bg-ink-2 text-weave">
      <defs>
        <pattern id="weave" width="20" height="10" patternUnits="userSpaceOnUse">
          <path d="M0 10 10 0l10 10" fill="none" stroke="currentColor" strokeWidth="2" />
          <path d="M7 10l3-3 3 3z" fill="currentColor" />
        </pattern>
      </defs>
      <rect width="100%" height="10" fill="url(#weave)" />
    </svg>
  );
}
