import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Mail, Phone } from 'lucide-react';
import { usePageExists } from '@/domain/content/use-page-exists';
import { companyQuery } from '@/shared/api/site-queries';
import { telHref } from '@/shared/format/tel-href';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';
import { Ltr } from '@/shared/ui/Ltr';

const LINK = 'inline-flex min-h-(--tap) items-center gap-1.5 font-semibold text-link';

/** Links to the hotline and to the contact form, which need no sign-in. */
export function HelpLinks() {
  const t = useT();
  const has = usePageExists();
  const hotline = useQuery(companyQuery).data?.data.hotline;
  return (
    <p className="flex flex-wrap gap-x-5 text-sm">
      {hotline && (
        <a href={telHref(hotline)} className={LINK}>
          <Icon of={Phone} size="s" />
          <span className="sr-only">{t('info.hotline')}</span>
          <Ltr>{hotline}</Ltr>
        </a>
      )}
      {has('/contact') && (
        <Link to="/contact" className={LINK}>
          <Icon of={Mail} size="s" />
          {t('login.write')}
        </Link>
      )}
    </p>
  );
}
