import { useSuspenseQuery } from '@tanstack/react-query';
import { bannersQuery } from '@/shared/api/site-queries';
import { useT } from '@/shared/i18n/language-context';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Rail } from '@/shared/ui/Rail';
import { ResponsiveImage } from '@/shared/ui/ResponsiveImage';
import { SiteLink } from '@/shared/ui/SiteLink';

/** Banner carousel: whole images with a title below. It never moves by itself. */
export function BannerRail() {
  const t = useT();
  const { banners } = useSuspenseQuery(bannersQuery).data.data;
  if (banners.length === 0) return null;
  return (
    <div className="wrap pb-8 lg:pb-12">
      <Rail
        label={t('home.banners')}
        itemClassName="flex-[0_0_86%] md:flex-[0_0_62%] lg:flex-[0_0_calc((100%-var(--grid-gap))/2)]"
        items={banners.map((banner) => ({
          key: banner.id,
          node: (
            <SiteLink href={banner.href} className="group block rounded-lg">
              <div className="aspect-[3.2/1] overflow-hidden rounded-lg bg-tile">
                <ResponsiveImage
                  path={banner.image}
                  alt=""
                  upTo={1600}
                  sizes="(width >= 64rem) 630px, (width >= 48rem) 62vw, 86vw"
                  className="size-full object-cover transition-transform duration-(--t-slow) ease-out group-hover:scale-[1.02]"
                />
              </div>
              <p className="mt-2 text-sm font-semibold group-hover:text-link lg:text-md">
                <LocalizedText>{banner.title}</LocalizedText>
              </p>
            </SiteLink>
          ),
        }))}
      />
    </div>
  );
}
