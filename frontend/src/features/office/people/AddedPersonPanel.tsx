import { KeyRound, UserCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { CopiedSecret } from '../CopiedSecret';
import { OfficeButton } from '../OfficeButton';
import { fullName } from '../staff-access';
import type { AddedPerson } from './staff-people-api';

/**
 * Panel with the password of a new account. The server returns it only once, so it stays until the manager closes it.
 */
export function AddedPersonPanel({ added, onDone }: { added: AddedPerson; onDone: () => void }) {
  const t = useT();
  const { account, temporary_password: password } = added;
  const name = fullName(account);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (account.cus_id > 0) heading.current?.focus();
  }, [account.cus_id]);
  return (
    <section aria-labelledby="added-person" className="o-panel o-added">
      <Icon of={password ? KeyRound : UserCheck} />
      <div className="o-stack gap-2">
        <h2 id="added-person" ref={heading} tabIndex={-1} className="o-h2">
          <LocalizedText>
            {t(password ? 'office.person.password' : 'office.person.granted', { name })}
          </LocalizedText>
        </h2>
        <p>
          <LocalizedText>
            {t(password ? 'office.person.passwordText' : 'office.person.grantedText')}
          </LocalizedText>
        </p>
        {password && <CopiedSecret value={password} copyText={t('office.person.copy')} />}
      </div>
      <OfficeButton onClick={onDone}>
        {t(password ? 'office.person.passedOn' : 'action.close')}
      </OfficeButton>
    </section>
  );
}
