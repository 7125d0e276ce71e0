import type { ReactNode } from 'react';
import type { LocalText } from '@/shared/api/types';
import { Breadcrumbs, type Crumb } from '@/shared/ui/Breadcrumbs';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { PageNav } from './PageNav';
import { relatedPages } from './related-pages';

type ContentFrameProps = {
  slug: string;
  title: LocalText;
  breadcrumbs?: Crumb[];
  children: ReactNode;
};

/** Layout of a content page, with the links to its related pages. */
export function ContentFrame({ slug, title, breadcrumbs, children }: ContentFrameProps) {
  return (
    <div className="wrap pb-8 lg:pb-12">
      <Breadcrumbs trail={breadcrumbs ?? []} current={title} />
      <div className="gap-x-12 lg:grid lg:grid-cols-[220px_minmax(0,1fr)] lg:pt-2">
        <PageNav family={relatedPages(slug)} />
        <div className="min-w-0">
          <h1 className="mb-4 text-xl lg:mb-5 lg:text-2xl">
            <LocalizedText>{title}</LocalizedText>
          </h1>
          {children}
        </div>
      </div>
    </div>
  );
}
