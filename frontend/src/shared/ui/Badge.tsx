import type { ReactNode } from 'react';
import { Ltr } from '@/shared/ui/Ltr';
import { cx } from './cx';

const KINDS = {
  deal: 'bg-deal text-on-deal font-bold',
  'deal-soft': 'bg-deal-soft-2 text-on-deal-soft',
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  err: 'bg-err-soft text-err',
  neutral: 'bg-surface-3 text-text-2',
  brand: 'bg-action-soft-2 text-link',
};

export function Badge({
  kind = 'neutral',
  children,
}: {
  kind?: keyof typeof KINDS;
  children: ReactNode;
}) {
  return (
    <span
      className={cx(
        'inline-flex h-6 items-center gap-1 rounded-sm px-2 text-xs font-semibold whitespace-nowrap',
        KINDS[kind],
      )}
    >
      {children}
    </span>
  );
}

/** Discount badge: `−30%`, left to right in every language. */
export function DiscountBadge({ percent }: { percent: number }) {
  return (
    <Badge kind="deal">
      <Ltr className="num">−{percent}%</Ltr>
    </Badge>
  );
}
