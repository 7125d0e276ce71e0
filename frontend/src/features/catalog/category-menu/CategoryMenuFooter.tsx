import type { ReactNode } from 'react';

/** The way out of a column, always in sight below it. */
export function CategoryMenuFooter({ children }: { children: ReactNode }) {
  return (
    <div className="flex-none border-t border-line p-1.5 pb-[calc(0.375rem+env(safe-area-inset-bottom))]">
      {children}
    </div>
  );
}
