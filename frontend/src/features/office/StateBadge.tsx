import type { ReactNode } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { Badge } from '@/shared/ui/Badge';
import type { StateLook } from './order-labels';

/** Badge of a state: icon and word. `children` follow the word, such as an amount. */
export function StateBadge({ look, children }: { look: StateLook; children?: ReactNode }) {
  const t = useT();
  const { icon: Shape } = look;
  return (
    <Badge kind={look.kind}>
      {typeof Shape === 'number' ? (
        <Ring filled={Shape} />
      ) : (
        <Shape size={14} strokeWidth={2} aria-hidden className="flex-none" />
      )}
      {t(look.text)}
      {children}
    </Badge>
  );
}

const RADIUS = 2;

/** Ring that fills clockwise with the progress, from 0 to 1. */
function Ring({ filled }: { filled: number }) {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true" className="flex-none">
      <circle cx="7" cy="7" r="5.75" fill="none" stroke="currentColor" strokeWidth="1.5" />
      {filled > 0 && (
        <circle
          cx="7"
          cy="7"
          r={RADIUS}
          fill="none"
          stroke="currentColor"
          strokeWidth={RADIUS * 2}
          strokeDasharray={`${filled * 2 * Math.PI * RADIUS} 20`}
          transform="rotate(-90 7 7)"
        />
      )}
    </svg>
  );
}
