import { type ReactNode, useId } from 'react';
import { cx } from './cx';
import { LocalizedText } from './LocalizedText';

type PanelProps = { title: string; end?: ReactNode; className?: string; children: ReactNode };

/** Framed section of a page with a heading. */
export function ModalPanel({ title, end, className, children }: PanelProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={cx('rounded-lg bg-surface p-4 inset-ring inset-ring-line lg:p-5', className)}
    >
      <div className="mb-2 flex min-h-(--tap) items-center justify-between gap-3">
        <h2 id={id} className="text-lg">
          <LocalizedText>{title}</LocalizedText>
        </h2>
        {end}
      </div>
      {children}
    </section>
  );
}
