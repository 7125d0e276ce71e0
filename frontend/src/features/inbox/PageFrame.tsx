import type { ReactNode } from 'react';
import { LocalizedText } from '@/shared/ui/LocalizedText';

/** Frame of an inbox page without a conversation. */
export function PageFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <header className="flex h-16 flex-none items-center border-b border-line px-4">
        <h2 className="text-lg">
          <LocalizedText>{title}</LocalizedText>
        </h2>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto p-4">
        <div className="mx-auto max-w-160">{children}</div>
      </div>
    </>
  );
}
