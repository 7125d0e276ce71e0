import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { linkTarget } from './link-target';

type SiteLinkProps = Omit<ComponentProps<'a'>, 'href'> & { href: string };

/** Link to an address from the shop's data. An internal one is opened by the router, in the page's language. */
export function SiteLink({ href, children, ...rest }: SiteLinkProps) {
  const target = linkTarget(href);
  if (target.kind === 'none') return <span className={rest.className}>{children}</span>;
  if (target.kind === 'outside') {
    return (
      <a {...rest} href={target.href} rel="noopener">
        {children}
      </a>
    );
  }
  return (
    <Link {...rest} to={target.path} search={target.search as never} hash={target.hash}>
      {children}
    </Link>
  );
}
