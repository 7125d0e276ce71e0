import type { ReactNode } from 'react';
import { Breadcrumbs, type Crumb } from '@/shared/ui/Breadcrumbs';
import { Lao } from '@/shared/ui/LocalizedText';
import { PageNav } from './PageNav';
import { familyOf } from './related-pages';

type ContentFrameProps = { slug: string; title: string; trail?: Crumb[]; children: ReactNode };

/** A page of the shop's own words, with the pages of its family beside it. */
export function ContentFrame({ slug, title, trail, children }: ContentFrameProps) {
  return (
    <div className="wrap pb-8 lg:pb-12">
      <Breadcrumbs trail={trail ?? []} current={title} />
      <div className="gap-x-12 lg:grid lg:grid-cols-[220px_minmax(0,1fr)] lg:pt-2">
        <PageNav family={familyOf(slug)} />
        <div className="min-w-0">
          <h1 className="mb-4 text-xl lg:mb-5 lg:text-2xl">
            <Lao>{title}</Lao>
          </h1>
          {children}
        </div>
      </div>
    </div>
  );
}
