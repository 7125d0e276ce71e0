import { withoutLanguage } from '@/shared/i18n/languages';
import { Ltr } from '@/shared/ui/Ltr';
import { linkTarget } from '@/shared/ui/link-target';
import { SiteLink } from '@/shared/ui/SiteLink';
import { readableAddress } from './domain-of';

/** Link to the page that a message is about, in this shop or on the web. Renders nothing for other schemes. */
export function DeepLink({ url }: { url: string }) {
  const target = linkTarget(url);
  const address = <Ltr className="wrap-anywhere underline">{readableAddress(url)}</Ltr>;
  if (target.kind === 'inside') {
    // The page in the reader's own language.
    const { pathname, search, hash } = new URL(url, location.origin);
    return <SiteLink href={withoutLanguage(pathname) + search + hash}>{address}</SiteLink>;
  }
  if (target.kind === 'none' || !/^https?:/i.test(url)) return null;
  return (
    <a href={target.href} target="_blank" rel="noopener nofollow ugc">
      {address}
    </a>
  );
}
