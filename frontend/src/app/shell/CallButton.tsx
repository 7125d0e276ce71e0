import { useQuery } from '@tanstack/react-query';
import { Phone } from 'lucide-react';
import { companyQuery } from '@/shared/api/site-queries';
import { telHref } from '@/shared/format/tel-href';
import { useT } from '@/shared/i18n/language-context';
import { iconButtonStyle } from '@/shared/ui/button-style';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';

/** Link that calls the hotline. Renders nothing if the company data has no hotline. */
export function CallButton({ className = '' }: { className?: string }) {
  const t = useT();
  const hotline = useQuery(companyQuery).data?.data.hotline;
  if (!hotline) return null;
  return (
    <a
      href={telHref(hotline)}
      aria-label={`${t('info.hotline')} ${hotline}`}
      className={cx(iconButtonStyle, className)}
    >
      <Icon of={Phone} />
    </a>
  );
}
