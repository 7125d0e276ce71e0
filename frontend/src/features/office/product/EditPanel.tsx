import { type ReactNode, useId } from 'react';

type EditPanelProps = {
  title: string;
  /** Content at the end of the header. */
  aside?: ReactNode;
  children: ReactNode;
};

/** Panel of the product page with a heading. */
export function EditPanel({ title, aside, children }: EditPanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="o-panel">
      <div className="o-panel-head">
        <h2 id={id} className="o-h2">
          {title}
        </h2>
        {aside}
      </div>
      <div className="o-panel-body o-edit-body">{children}</div>
    </section>
  );
}
