import { useSuspenseQuery } from '@tanstack/react-query';
import { Mail, Phone } from 'lucide-react';
import { companyQuery } from '@/shared/api/site-queries';
import { telHref } from '@/shared/format/tel-href';
import { useT } from '@/shared/i18n/language-context';
import { buttonStyle } from '@/shared/ui/button-style';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';

/** Contact links for readers whose question the page does not answer. */
export function ContactStrip() {
  const t = useT();
  const { hotline, email } = useSuspenseQuery(companyQuery).data.data;
  if (!hotline && !email) return null;
  return (
    <aside className="mt-10 grid max-w-170 gap-3 rounded-xl bg-sunken p-5 lg:p-6">
      <div>
        <h2 className="text-lg">
          <LocalizedText>{t('content.moreQuestions')}</LocalizedText>
        </h2>
        <p className="text-sm text-text-2">
          <LocalizedText>{t('content.weAnswer')}</LocalizedText>
        </p>
      </div>
      <p className="flex flex-wrap gap-2">
        {hotline && (
          <a href={telHref(hotline)} className={buttonStyle('soft')}>
            <Icon of={Phone} />
            <Ltr className="num">{hotline}</Ltr>
          </a>
        )}
        {email && (
          <a href={`mailto:${email}`} className={buttonStyle('outline')}>
            <Icon of={Mail} />
            {email}
          </a>
        )}
      </p>
    </aside>
  );
}
