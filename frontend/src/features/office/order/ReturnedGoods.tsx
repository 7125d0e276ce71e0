import { Link } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import type { OrderReturn } from '@/domain/orders/order-types';
import { pickText } from '@/shared/i18n/pick-text';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { OfficeKip } from '../OfficeKip';
import { fullMoment } from '../office-dates';
import type { ReturnBranch, StaffOrder } from '../staff-order-types';
import { useOffice } from '../use-office-format';
import { CorrectReturn } from './CorrectReturn';

type ReturnedGoodsProps = { order: StaffOrder; accept: (order: StaffOrder) => void };

/** Returned goods, and the goods of a requested return. */
export function ReturnedGoods({ order, accept }: ReturnedGoodsProps) {
  const { t, language, code } = useOffice();
  const name = (proId: number) => {
    const line = order.lines.find((one) => one.pro_id === proId);
    return line ? pickText(line.pro_name_la, line.pro_name_en, code) : String(proId);
  };
  const request = order.return_request;
  return (
    <>
      {request && (
        <div className="o-hint o-returned">
          <p>
            <b>{t('office.return.requested')}</b> · {fullMoment(request.at, language)}
          </p>
          {request.lines.map((line) => (
            <p key={line.pro_id}>
              {line.to_stock + line.to_waste} × <LocalizedText>{name(line.pro_id)}</LocalizedText>
            </p>
          ))}
          <BranchName branch={request.branch} />
          {request.reason && <small>“{request.reason}”</small>}
        </div>
      )}
      {order.returns.map((one) => (
        <ReturnRecord key={one.at} order={order} returned={one} name={name} />
      ))}
      <CorrectReturn order={order} accept={accept} />
    </>
  );
}

type ReturnRecordProps = {
  order: StaffOrder;
  returned: OrderReturn;
  name: (proId: number) => string;
};

/** A recorded return, with its credit note. */
function ReturnRecord({ order, returned, name }: ReturnRecordProps) {
  const { t, language } = useOffice();
  const credit = returned.credit_note?.number;
  return (
    <div className="o-returned">
      <p className="o-row">
        <span className="o-grow">
          <b>{t('office.return.received')}</b> · {fullMoment(returned.at, language)}
        </span>
        <OfficeKip value={returned.refund} />
      </p>
      {returned.lines.map((line) => (
        <p key={line.pro_id} className="o-note">
          <LocalizedText>{name(line.pro_id)}</LocalizedText>
          {line.to_stock > 0 && ` · ${t('office.return.toStock')} ${line.to_stock}`}
          {line.to_waste > 0 && ` · ${t('office.return.toWaste')} ${line.to_waste}`}
          {line.note && ` · “${line.note}”`}
        </p>
      ))}
      <BranchName branch={returned.branch} />
      {returned.reason && <small>“{returned.reason}”</small>}
      {credit && (
        <Link
          to="/staff/orders/print"
          search={{ doc: 'credit', orders: String(order.order_id), credit }}
          data-kind="link"
          className="o-btn justify-self-start"
        >
          <Icon of={Printer} size="s" />
          {t('office.doc.credit')} <Ltr>{credit}</Ltr>
        </Link>
      )}
    </div>
  );
}

function BranchName({ branch }: { branch: ReturnBranch | null | undefined }) {
  const { t, code } = useOffice();
  if (!branch) return null;
  return (
    <p className="o-note">
      {t('office.return.branch')}:{' '}
      <LocalizedText>{pickText(branch.branch_name_la, branch.branch_name_en, code)}</LocalizedText>
    </p>
  );
}
