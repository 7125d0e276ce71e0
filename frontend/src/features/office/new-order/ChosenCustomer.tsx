import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { Avatar } from '../Avatar';
import { OfficeIconButton } from '../OfficeButton';
import { useOffice } from '../use-office-format';
import type { DraftCustomer } from './order-draft';

type ChosenCustomerProps = { customer: DraftCustomer; onClear: () => void };

/** Chosen customer of the order, with a button to choose another one. */
export function ChosenCustomer({
  customer: { cus_id, name, phone },
  onClear,
}: ChosenCustomerProps) {
  const { t } = useOffice();
  return (
    <div className="o-row gap-3">
      <Avatar name={name} isLarge />
      <div className="o-grow">
        <p className="font-semibold">
          <Link
            to="/staff/customers/$cusId"
            params={{ cusId: String(cus_id) }}
            target="_blank"
            className="o-link"
          >
            <LocalizedText>{name}</LocalizedText>
          </Link>
        </p>
        <p className="o-note tabular-nums">
          <Ltr>{phone}</Ltr>
        </p>
      </div>
      <OfficeIconButton icon={X} label={t('office.new.otherCustomer')} onClick={onClear} />
    </div>
  );
}
