import { type ReactNode, useEffect, useRef } from 'react';

/** Wrapper of an important message: when it appears, the page scrolls to it and it receives the focus. */
export function ScrollIntoViewOnMount({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} className="scroll-mt-[calc(var(--header-h)+1rem)] outline-0">
      {children}
    </div>
  );
}
