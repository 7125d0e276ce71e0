import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BadgePercent } from 'lucide-react';
import { usePageExists } from '@/domain/content/use-page-exists';
import { companyQuery } from '@/shared/api/site-queries';
import { formatNumber } from '@/shared/format/kip';
import { shopYear } from '@/shared/format/shop-clock';
import { shopName } from '@/shared/head/shop-name';
import { useT } from '@/shared/i18n/language-context';
import { buttonStyle } from '@/shared/ui/button-style';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { FooterContact } from './FooterContact';
import { FooterExternalLinks } from './FooterExternalLinks';
import { FooterLinks } from './FooterLinks';
import { FooterPattern } from './FooterPattern';

export function Footer() {
  const t = useT();
  const has = usePageExists();
  const company = useSuspenseQuery(companyQuery).data.data;
  return (
    <footer className="mt-8 bg-ink text-sm text-on-ink-2">
      <FooterPattern />
      <div className="wrap pt-8 pb-6">
        <section className="grid gap-4 rounded-xl bg-ink-2 p-5 md:grid-cols-[1fr_auto] md:items-center lg:px-8 lg:py-6">
          <div>
            <h2 className="text-xl text-on-ink">
              <LocalizedText>{t('club.title')}</LocalizedText>
            </h2>
            <p>
              <LocalizedText>
                {t('club.text', { amount: formatNumber(company.points_per_kip) })}
              </LocalizedText>
            </p>
          </div>
          {has('/svnclub') && (
            <Link to="/svnclub" className={buttonStyle('white')}>
              <Icon of={BadgePercent} />
              {t('club.more')}
            </Link>
          )}
        </section>
        {/* At the end of the page, the floating buttons are beside the last column. */}
        <div className="grid grid-cols-2 gap-x-5 gap-y-4 py-6 lg:max-[90rem]:pe-12 lg:grid-cols-[1.4fr_1fr_1fr_1.2fr] lg:gap-8">
          <FooterContact company={company} />
          <FooterLinks />
          <FooterExternalLinks company={company} />
        </div>
        <p className="text-xs max-lg:ps-16">
          © {shopYear(Date.now())} {shopName()}
        </p>
      </div>
    </footer>
  );
}
