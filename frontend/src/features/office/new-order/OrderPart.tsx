import type { ReactNode } from 'react';

type OrderPartProps = { id: string; title: string; isOpen?: boolean; children: ReactNode };

/** Section of the new order. While a search is open (`isOpen`), its results may cover the next section. */
export function OrderPart({ id, title, isOpen = false, children }: OrderPartProps) {
  return (
    <section aria-labelledby={id} className={isOpen ? 'o-panel o-open-panel' : 'o-panel'}>
      <div className="o-panel-head">
        <h2 id={id} className="o-h2">
          {title}
        </h2>
      </div>
      <div className="o-panel-body o-stack gap-3">{children}</div>
    </section>
  );
}
