import { type ReactNode, useId } from 'react';

type EditPanelProps = {
  title: string;
  /** At the end of the head. */
  aside?: ReactNode;
  children: ReactNode;
};

/** A part of a product's page under its heading. */
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
