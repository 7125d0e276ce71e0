import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx';
import { Icon } from './Icon';
import { LocalizedText } from './LocalizedText';

const KINDS = {
  info: { look: 'bg-action-soft text-text', icon: Info, iconLook: 'text-link' },
  ok: { look: 'bg-ok-soft text-text', icon: CircleCheck, iconLook: 'text-ok' },
  warn: { look: 'bg-warn-soft text-text', icon: TriangleAlert, iconLook: 'text-warn' },
  err: { look: 'bg-err-soft text-text', icon: CircleAlert, iconLook: 'text-err' },
} satisfies Record<string, { look: string; icon: LucideIcon; iconLook: string }>;

type InlineAlertProps = {
  kind: keyof typeof KINDS;
  title: string;
  /** Whether screen readers announce it at once. */
  isUrgent?: boolean;
  className?: string;
  children?: ReactNode;
};

/** Inline message beside what it is about. */
export function InlineAlert({
  kind,
  title,
  isUrgent = kind === 'err',
  className,
  children,
}: InlineAlertProps) {
  const { look, icon, iconLook } = KINDS[kind];
  return (
    <div
      role={isUrgent ? 'alert' : 'status'}
      className={cx('flex gap-3 rounded-md px-4 py-3 text-sm', look, className)}
    >
      <Icon of={icon} className={cx('mt-0.5', iconLook)} />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="font-semibold">
          <LocalizedText>{title}</LocalizedText>
        </p>
        {children}
      </div>
    </div>
  );
}
