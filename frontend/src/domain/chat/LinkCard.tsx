import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { authFetch } from '@/shared/api/auth';
import { useT } from '@/shared/i18n/language-context';
import type { LinkPreview } from '@/shared/live/live-events';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { Skeleton } from '@/shared/ui/Skeleton';
import { domainOf, readableDomain } from './domain-of';

/** Preview of a linked page: a skeleton, then its title and image, or only its domain. */
export function LinkCard({ href, known }: { href: string; known: LinkPreview | undefined }) {
  const t = useT();
  const { data, isPending } = useQuery({
    queryKey: ['/api/link-preview', href],
    queryFn: async ({ signal }) => {
      const body = { url: href };
      const request = { method: 'POST', body, signal } as const;
      return (await authFetch<{ data: LinkPreview }>('/api/link-preview', request)).data;
    },
    initialData: known,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const domain = data?.domain ? readableDomain(data.domain) : domainOf(href);
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener nofollow ugc"
      data-link-card={isPending ? 'loading' : data?.title ? 'loaded' : 'error'}
      className="-mx-1.5 mt-1.5 block overflow-hidden rounded-md bg-surface-2 text-text"
    >
      {isPending ? (
        <span role="status" aria-label={t('state.loading')} className="block p-3">
          <Skeleton className="h-3.5 w-4/5" />
          <Skeleton className="mt-2 h-3 w-2/5" />
        </span>
      ) : (
        <>
          {data?.image && <CardImage src={data.image} />}
          <span className="block px-3 py-2">
            {data?.title && (
              <b className="line-clamp-2 font-semibold">
                <LocalizedText>{data.title}</LocalizedText>
              </b>
            )}
            {data?.description && (
              <span className="line-clamp-2 text-xs text-text-2">
                <LocalizedText>{data.description}</LocalizedText>
              </span>
            )}
            <Ltr className="block truncate text-xs text-text-3">{domain}</Ltr>
          </span>
        </>
      )}
    </a>
  );
}

function CardImage({ src }: { src: string }) {
  const [isBroken, setBroken] = useState(false);
  // Only images proxied by the shop: loading one from elsewhere would reveal the reader to its host.
  if (isBroken || !src.startsWith('/api/')) return null;
  return (
    <img
      src={src}
      alt=""
      loading="lazy"
      onError={() => setBroken(true)}
      className="aspect-[2.2] w-full bg-tile object-cover"
    />
  );
}
