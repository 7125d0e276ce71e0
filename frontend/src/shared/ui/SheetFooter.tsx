import { type ReactNode, useLayoutEffect, useRef } from 'react';

/** Sticky footer of a sheet: total and actions. Toasts in the sheet are above it. */
export function SheetFooter({ children }: { children: ReactNode }) {
  const footer = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const element = footer.current;
    const sheet = element?.closest('dialog');
    if (!element || !sheet) return;
    const observer = new ResizeObserver(() =>
      sheet.style.setProperty('--bar-h', `${element.offsetHeight}px`),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      sheet.style.removeProperty('--bar-h');
    };
  }, []);

  return (
    <div
      ref={footer}
      className="border-t border-line px-5 pt-3.5 pb-[calc(1rem+env(safe-area-inset-bottom))]"
    >
      {children}
    </div>
  );
}
