import { Link } from '@tanstack/react-router';
import { ChevronRight, MessageCircle, Phone } from 'lucide-react';
import { telHref } from '@/shared/format/tel-href';
import { formatPhone } from '@/shared/forms/phone';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { Avatar } from '../Avatar';
import { useMay } from '../staff-access';
import type { StaffOrder } from '../staff-order-types';
import { useOffice } from '../use-office-format';

/** Panel with the customer of an order: history, telephone and chat. */
export function CustomerPanel({ order }: { order: StaffOrder }) {
  const { t } = useOffice();
  const may = useMay();
  const { customer } = order;
  const name = order.customer_name || customer.name;
  const phone = formatPhone(order.phone);
  const accountPhone = formatPhone(customer.phone);
  return (
    <section aria-labelledby="order-customer" className="o-panel">
      <div className="o-panel-head">
        <h2 id="order-customer" className="o-h2">
          {t('office.column.customer')}
        </h2>
        <Link
          to="/staff/orders"
          search={{ cus_id: order.cus_id }}
          data-kind="link"
          className="o-btn"
        >
          {t('office.customerOrders')}
          <Icon of={ChevronRight} size="s" className="flip" />
        </Link>
      </div>
      <div className="o-panel-body o-stack gap-2.5">
        <div className="o-row gap-3">
          <Avatar name={name} isLarge />
          <div className="o-grow">
            <p className="font-semibold">
              {may('customers') ? (
                <Link
                  to="/staff/customers/$cusId"
                  params={{ cusId: String(order.cus_id) }}
                  className="o-link wrap-anywhere"
                >
                  <LocalizedText>{name}</LocalizedText>
                </Link>
              ) : (
                <LocalizedText>{name}</LocalizedText>
              )}
            </p>
            <p className="o-note tabular-nums">
              {t('office.customerFacts', {
                orders: customer.order_count,
                points: customer.points_balance,
                year: customer.since.slice(0, 4),
              })}
            </p>
            {accountPhone !== phone && (
              <p className="o-note">
                {t('office.accountPhone')} <Ltr className="tabular-nums">{accountPhone}</Ltr>
              </p>
            )}
          </div>
        </div>
        <div className="o-row">
          {phone && (
            <a href={telHref(phone)} data-kind="soft" className="o-btn flex-1 tabular-nums">
              <Icon of={Phone} size="s" />
              <span className="sr-only">{t('office.call', { name })}</span>
              <Ltr>{phone}</Ltr>
            </a>
          )}
          <Link
            to="/staff/$cusId"
            params={{ cusId: String(order.cus_id) }}
            data-kind="outline"
            className="o-btn"
          >
            <Icon of={MessageCircle} size="s" />
            {t('office.chat')}
          </Link>
        </div>
      </div>
    </section>
  );
}
