import { useSuspenseQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import type { Content } from '@/shared/api/types';
import { usePageTitle } from '@/shared/head/page-title';
import { useLocal } from '@/shared/i18n/language-context';
import { Article } from './Article';
import { BranchList } from './BranchList';
import { CareerPage } from './CareerPage';
import { ContactPage } from './ContactPage';
import { contentQuery } from './content-queries';
import { contentSlug } from './content-slug';
import { HelpPage } from './HelpPage';
import { ItemList } from './ItemList';
import { parentList } from './related-pages';
import { TextPage } from './TextPage';

/** Route component of all content pages, in the layout of their kind. */
export function ContentPage() {
  const local = useLocal();
  const slug = useLocation({ select: ({ pathname }) => contentSlug(pathname) });
  const content = useSuspenseQuery(contentQuery(slug)).data.data;
  usePageTitle(local(content.title), {
    description: local(content.paragraphs[0]) || undefined,
    image: content.image || undefined,
  });
  return <ContentLayout slug={slug} content={content} />;
}

type ContentLayoutProps = { slug: string; content: Content };

/** Chooses the layout of a content page by its kind. */
export function ContentLayout({ slug, content }: ContentLayoutProps) {
  const list = parentList(slug);
  if (list === slug) return <ItemList content={content} />;
  if (list) return <Article key={slug} content={content} list={list} />;
  if (slug === 'helpcenter') return <HelpPage content={content} />;
  if (slug === 'career') return <CareerPage content={content} />;
  if (slug === 'contact') return <ContactPage content={content} />;
  return <TextPage slug={slug} content={content} />;
}

/** Only the branches of the contact page, for the preview of branches. */
export function BranchesLayout() {
  return (
    <div className="wrap">
      <BranchList />
    </div>
  );
}
