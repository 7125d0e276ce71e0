import type { ReactNode } from 'react';

/** Filter with a title and its choices. */
export function Facet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0 border-line py-2 not-first-of-type:border-t">
      <legend className="float-start flex min-h-(--tap) w-full items-center text-sm font-semibold">
        {title}
      </legend>
      <div className="clear-both">{children}</div>
    </fieldset>
  );
}
