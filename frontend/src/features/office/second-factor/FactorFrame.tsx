import type { ReactNode } from 'react';
import { usePageTitle } from '@/shared/head/page-title';
import { LocalizedText } from '@/shared/ui/LocalizedText';

type FactorFrameProps = { title: string; text: string; children: ReactNode };

/** Frame of the pages that must be completed before the back office opens: one narrow column. */
export function FactorFrame({ title, text, children }: FactorFrameProps) {
  usePageTitle(title, { isHidden: true });
  return (
    <div className="wrap grid max-w-110 gap-4 py-10">
      <h1 className="text-xl font-bold">
        <LocalizedText>{title}</LocalizedText>
      </h1>
      <p className="text-sm text-text-2">
        <LocalizedText>{text}</LocalizedText>
      </p>
      {children}
    </div>
  );
}
