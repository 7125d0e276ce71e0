import type { PageFamily } from '@/domain/content/site-pages';

const HELP = new Set(['helpcenter', 'service', 'program', 'svnclub', 'terms', 'privacy-policy']);

/** Pages that are linked beside a content page. */
export function relatedPages(slug: string): PageFamily {
  const [first = ''] = slug.split('/');
  if (first === 'investor') return 'investor';
  return HELP.has(first) ? 'help' : 'company';
}

/** Slug of the list page of an article: `news/1` → `news`. */
export function parentList(slug: string): 'news' | 'homeguru' | undefined {
  const [, list] = /^(news|homeguru)(?:\/|$)/.exec(slug) ?? [];
  return list as 'news' | 'homeguru' | undefined;
}
