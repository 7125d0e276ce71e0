import { useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { readFormDraft } from '@/domain/session/form-drafts';
import { formatPhone } from '@/shared/forms/phone';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { InlineAlert } from '@/shared/ui/Notice';
import { ModalPanel } from '@/shared/ui/Panel';
import { toast } from '@/shared/ui/toast';
import { type Profile, profileQuery, sessionsQuery } from './account-api';
import { ConfirmIdentifier } from './ConfirmIdentifier';
import { PERSON_DRAFT, PersonForm } from './PersonForm';

/** Section with the customer's name and contacts, which turns into the form for changing them. */
export function PersonSection({ customer }: { customer: Profile }) {
  const t = useT();
  const client = useQueryClient();
  const [isEditing, setIsEditing] = useState(() => readFormDraft(PERSON_DRAFT) !== null);
  const isUnreachable = !customer.phone && !customer.email;

  const finish = (saved: Profile | null, othersLoggedOut = false) => {
    setIsEditing(false);
    if (!saved) return;
    client.setQueryData(profileQuery.queryKey, { success: true, data: saved });
    toast.success(t(othersLoggedOut ? 'account.savedOthersLoggedOut' : 'form.saved'));
    if (othersLoggedOut) void client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  };

  return (
    <ModalPanel
      title={t('account.details')}
      end={
        !isEditing && (
          <Button kind="ghost" icon={Pencil} onClick={() => setIsEditing(true)}>
            {t('account.edit')}
          </Button>
        )
      }
    >
      {isEditing ? (
        <PersonForm customer={customer} onDone={finish} />
      ) : (
        <>
          {isUnreachable && <InlineAlert kind="warn" title={t('account.lostIdentifier')} />}
          <dl className="text-sm">
            <Fact name={t('person.name')} value={`${customer.fname} ${customer.lname}`.trim()} />
            <Fact name={t('person.phone')} value={formatPhone(customer.phone)} isLatin>
              {customer.phone && !customer.phone_verified && (
                <ConfirmIdentifier kind="phone" identifier={customer.phone} />
              )}
            </Fact>
            <Fact name={t('person.email')} value={customer.email} isLatin>
              {customer.email && !customer.email_verified && (
                <ConfirmIdentifier kind="email" identifier={customer.email} />
              )}
            </Fact>
          </dl>
        </>
      )}
    </ModalPanel>
  );
}

type FactProps = { name: string; value: string; isLatin?: boolean; children?: ReactNode };

function Fact({ name, value, isLatin, children }: FactProps) {
  const t = useT();
  return (
    <div className="flex gap-4 border-b border-line py-2.5 last:border-0">
      <dt className="w-2/5 flex-none text-text-3 md:w-48">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">
        {value ? <bdi dir={isLatin ? 'ltr' : undefined}>{value}</bdi> : t('account.notGiven')}
        {children}
      </dd>
    </div>
  );
}
