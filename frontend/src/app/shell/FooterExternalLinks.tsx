import { Smartphone } from 'lucide-react';
import type { Company } from '@/shared/api/types';
import { useT } from '@/shared/i18n/language-context';
import { buttonStyle } from '@/shared/ui/button-style';
import { Icon } from '@/shared/ui/Icon';
import { SiteLink } from '@/shared/ui/SiteLink';

/** Links to app stores and social media, as far as the company data has them. */
export function FooterExternalLinks({ company: { apps, social } }: { company: Company }) {
  const t = useT();
  return (
    <div className="max-lg:col-span-2">
      {apps.length > 0 && (
        <section>
          <h3 className="mt-2 text-md text-on-ink">{t('footer.app')}</h3>
          <p className="mt-2.5 flex flex-wrap gap-2">
            {apps.map((app) => (
              <SiteLink key={app.store} href={app.url} className={buttonStyle('white')}>
                <Icon of={Smartphone} />
                {app.store}
              </SiteLink>
            ))}
          </p>
        </section>
      )}
      {social.length > 0 && (
        <section className="mt-5">
          <h3 className="text-md text-on-ink">{t('footer.social')}</h3>
          <ul className="flex flex-wrap gap-x-5">
            {social.map(({ name, url }) => (
              <li key={name}>
                <SiteLink
                  href={url}
                  className="inline-flex min-h-11 items-center hover:text-on-ink"
                >
                  {name}
                </SiteLink>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
