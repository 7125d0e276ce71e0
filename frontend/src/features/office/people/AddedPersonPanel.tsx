import { Check, Copy, KeyRound, UserCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { OfficeButton } from '../OfficeButton';
import { fullName } from '../staff-access';
import type { AddedPerson } from './staff-people-api';

/** The password of a new account, which the shop tells only once: it stays until the manager has passed it on. */
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
        {password && <Password value={password} />}
      </div>
      <OfficeButton onClick={onDone}>
        {t(password ? 'office.person.passedOn' : 'action.close')}
      </OfficeButton>
    </section>
  );
}

function Password({ value }: { value: string }) {
  const t = useT();
  const text = useRef<HTMLElement>(null);
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      // No clipboard on this page: the text is selected for the keyboard's own copy.
      if (text.current) getSelection()?.selectAllChildren(text.current);
    }
  };
  return (
    <div className="o-row o-wrap">
      <code ref={text} translate="no" dir="ltr" className="o-password">
        {value}
      </code>
      <OfficeButton kind="primary" icon={isCopied ? Check : Copy} onClick={() => void copy()}>
        {isCopied ? t('action.copied') : t('office.person.copy')}
      </OfficeButton>
      <span role="status" className="sr-only">
        {isCopied && t('action.copied')}
      </span>
    </div>
  );
}
