import type { MessageKey } from '@/shared/i18n/load-messages';

/** Pages of the shop other than products, in the groups under which the sitemap lists them. */
export const SITE_PAGES = {
  shop: [
    ['/shop', 'nav.allProducts'],
    ['/collections', 'page.collections'],
    ['/promotion', 'page.promotions'],
    ['/homeguru', 'page.homeguru'],
  ],
  company: [
    ['/about', 'page.about'],
    ['/blogs/news', 'page.news'],
    ['/career', 'page.career'],
    ['/investor', 'page.investor'],
    ['/contact', 'page.contact'],
    ['/credits', 'page.credits'],
  ],
  help: [
    ['/helpcenter', 'page.helpcenter'],
    ['/service', 'page.service'],
    ['/program', 'page.program'],
    ['/svnclub', 'page.club'],
    ['/terms', 'page.terms'],
    ['/privacy-policy', 'page.privacy'],
  ],
  investor: [
    ['/investor', 'investor.overview'],
    ['/investor/ir-relations', 'investor.relations'],
    ['/investor/minute-of-share-meeting', 'investor.minutes'],
    ['/investor/ir-to-share-meeting', 'investor.notices'],
    ['/investor/press-releases', 'investor.press'],
    ['/investor/annual-report', 'investor.report'],
    ['/investor/ir-contact', 'investor.contact'],
  ],
} as const satisfies Record<string, (readonly [`/${string}`, MessageKey])[]>;

export type PageFamily = keyof typeof SITE_PAGES;
