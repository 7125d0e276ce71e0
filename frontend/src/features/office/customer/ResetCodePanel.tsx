import { KeyRound } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { shopNow } from '@/shared/api/shop-time';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { CopiedSecret } from '../CopiedSecret';
import type { ResetCode } from '../customers/staff-customers-api';
import { OfficeButton } from '../OfficeButton';
import { dayAndTime } from '../office-dates';
import { fullName, type StaffAccount } from '../staff-access';
import { useOffice } from '../use-office-format';

type ResetCodePanelProps = { account: StaffAccount; code: ResetCode; onDone: () => void };

/** Panel with a reset code. The server returns it only once, so it stays until the member of staff closes it. */
export function ResetCodePanel({ account, code, onDone }: ResetCodePanelProps) {
  const { t, language } = useOffice();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (code.code) heading.current?.focus();
  }, [code.code]);
  return (
    <section aria-labelledby="reset-code" className="o-panel o-added">
      <Icon of={KeyRound} />
      <div className="o-stack gap-2">
        <h2 id="reset-code" ref={heading} tabIndex={-1} className="o-h2">
          <LocalizedText>
            {t('office.customer.resetCode', { name: fullName(account) })}
          </LocalizedText>
        </h2>
        <p>
          <LocalizedText>
            {t('office.customer.resetUntil', {
              time: dayAndTime(code.expires_at, shopNow(), language),
            })}
          </LocalizedText>
        </p>
        <CopiedSecret value={code.code} copyText={t('office.customer.copyCode')} />
      </div>
      <OfficeButton onClick={onDone}>{t('office.customer.resetTold')}</OfficeButton>
    </section>
  );
}
