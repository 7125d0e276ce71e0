import { CatchBoundary } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';

/**
 * Error and loading boundary of a part of the shell: its place is reserved while it loads, and a failure affects no
 * other part.
 */
export function ShellPart({ height, children }: { height: string; children: ReactNode }) {
  return (
    <CatchBoundary getResetKey={() => 'shell'} errorComponent={() => null}>
      <Suspense fallback={<div className={height} />}>{children}</Suspense>
    </CatchBoundary>
  );
}
