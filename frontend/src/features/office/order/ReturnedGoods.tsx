import { pickText } from '@/shared/i18n/pick-text';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { OfficeKip } from '../OfficeKip';
import { fullMoment } from '../office-dates';
import type { ReturnBranch, StaffOrder } from '../staff-order-types';
import { useOffice } from '../use-office-format';

/** Returned goods, and those of a requested return. */
export function ReturnedGoods({ order }: { order: StaffOrder }) {
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
        <div key={one.at} className="o-returned">
          <p className="o-row">
            <span className="o-grow">
              <b>{t('office.return.received')}</b> · {fullMoment(one.at, language)}
            </span>
            <OfficeKip value={one.refund} />
          </p>
          {one.lines.map((line) => (
            <p key={line.pro_id} className="o-note">
              <LocalizedText>{name(line.pro_id)}</LocalizedText>
              {line.to_stock > 0 && ` · ${t('office.return.toStock')} ${line.to_stock}`}
              {line.to_waste > 0 && ` · ${t('office.return.toWaste')} ${line.to_waste}`}
              {line.note && ` · “${line.note}”`}
            </p>
          ))}
          <BranchName branch={one.branch} />
          {one.reason && <small>“{one.reason}”</small>}
        </div>
      ))}
    </>
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
