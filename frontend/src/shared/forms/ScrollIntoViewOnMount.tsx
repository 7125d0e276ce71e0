import { type ReactNode, useEffect, useRef } from 'react';

/** News the shopper must not miss: when it appears, the page and the focus go there. */
export function ScrollIntoViewOnMount({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} className="scroll-mt-[calc(var(--header-h)+1rem)] outline-0">
      {children}
    </div>
  );
}
