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
  const title = local(content.title);
  usePageTitle(title, {
    description: local(content.paragraphs[0]) || undefined,
    image: content.image || undefined,
  });
  return <ContentLayout slug={slug} content={content} title={title} />;
}

type ContentLayoutProps = { slug: string; content: Content; title: string };

/** Chooses the layout of a content page by its kind. */
export function ContentLayout({ slug, content, title }: ContentLayoutProps) {
  const list = parentList(slug);
  if (list === slug) return <ItemList content={content} title={title} />;
  if (list) return <Article key={slug} content={content} title={title} list={list} />;
  if (slug === 'helpcenter') return <HelpPage content={content} title={title} />;
  if (slug === 'career') return <CareerPage content={content} title={title} />;
  if (slug === 'contact') return <ContactPage content={content} title={title} />;
  return <TextPage slug={slug} content={content} title={title} />;
}

/** Only the branches of the contact page, for the preview of branches. */
export function BranchesLayout() {
  return (
    <div className="wrap">
      <BranchList />
    </div>
  );
}
