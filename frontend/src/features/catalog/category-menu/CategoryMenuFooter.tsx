import type { ReactNode } from 'react';

/** Link below a column to all its products, always visible. */
export function CategoryMenuFooter({ children }: { children: ReactNode }) {
  return (
    <div className="flex-none border-t border-line p-1.5 pb-[calc(0.375rem+env(safe-area-inset-bottom))]">
      {children}
    </div>
  );
}
