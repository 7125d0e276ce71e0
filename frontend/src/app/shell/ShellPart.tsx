import { CatchBoundary } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';

/** A part of the shell on its own: while it loads its place is kept, and when it fails the rest goes on. */
export function ShellPart({ height, children }: { height: string; children: ReactNode }) {
  return (
    <CatchBoundary getResetKey={() => 'shell'} errorComponent={() => null}>
      <Suspense fallback={<div className={height} />}>{children}</Suspense>
    </CatchBoundary>
  );
}
