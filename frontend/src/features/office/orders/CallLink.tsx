import { Phone } from 'lucide-react';
import { telHref } from '@/shared/format/tel-href';
import { formatPhone } from '@/shared/forms/phone';
import { Icon } from '@/shared/ui/Icon';
import { useOffice } from '../use-office-format';

type CallLinkProps = { phone: string; name: string; className: string };

/** Icon that calls the customer of an order. Nothing for an order whose contact was removed. */
export function CallLink({ phone, name, className }: CallLinkProps) {
  const { t } = useOffice();
  if (!phone) return null;
  return (
    <a
      href={telHref(formatPhone(phone))}
      aria-label={t('office.call', { name })}
      className={className}
    >
      <Icon of={Phone} />
    </a>
  );
}
