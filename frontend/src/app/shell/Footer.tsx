import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BadgePercent } from 'lucide-react';
import { companyQuery } from '@/api/site';
import { formatNumber } from '@/format/kip';
import { shopYear } from '@/format/vientiane';
import { shopName } from '@/head/shop-name';
import { useT } from '@/language/context';
import { buttonStyle } from '@/ui/button-style';
import { Icon } from '@/ui/Icon';
import { Lao } from '@/ui/Lao';
import { useHasPage } from '@/ui/use-has-page';
import { FooterContact } from './FooterContact';
import { FooterLinks } from './FooterLinks';
import { FooterOutside } from './FooterOutside';
import { Weave } from './Weave';

export function Footer() {
  const t = useT();
  const has = useHasPage();
  const company = useSuspenseQuery(companyQuery).data.data;
  return (
    <footer className="mt-8 bg-ink text-sm text-on-ink-2">
      <Weave />
      <div className="wrap pt-8 pb-6">
        <section className="grid gap-4 rounded-xl bg-ink-2 p-5 md:grid-cols-[1fr_auto] md:items-center lg:px-8 lg:py-6">
          <div>
            <h2 className="text-xl text-on-ink">
              <Lao>{t('club.title')}</Lao>
            </h2>
            <p>
              <Lao>{t('club.text', { amount: formatNumber(company.points_per_kip) })}</Lao>
            </p>
          </div>
          {has('/svnclub') && (
            <Link to="/svnclub" className={buttonStyle('white')}>
              <Icon of={BadgePercent} />
              {t('club.more')}
            </Link>
          )}
        </section>
        <div className="grid grid-cols-2 gap-x-5 gap-y-4 py-6 lg:grid-cols-[1.4fr_1fr_1fr_1.2fr] lg:gap-8">
          <FooterContact company={company} />
          <FooterLinks />
          <FooterOutside company={company} />
        </div>
        <p className="text-xs">
          © {shopYear(Date.now())} {company.name || shopName()}
        </p>
      </div>
    </footer>
  );
}
