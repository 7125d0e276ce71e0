import { withoutLanguage } from '@/shared/i18n/languages';
import { linkTarget } from '@/shared/ui/link-target';
import { SiteLink } from '@/shared/ui/SiteLink';

/** The page a message is about, of this shop or of the web. Whatever else stands there leads nowhere and is left out. */
export function DeepLink({ url }: { url: string }) {
  const target = linkTarget(url);
  const address = (
    <bdi dir="ltr" className="wrap-anywhere underline">
      {url}
    </bdi>
  );
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
