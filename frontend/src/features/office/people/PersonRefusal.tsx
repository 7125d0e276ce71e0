import { Link } from '@tanstack/react-router';
import { ApiError } from '@/shared/api/client';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { InlineAlert } from '@/shared/ui/Notice';
import { shopDay, shortDay } from '../office-dates';
import { useOffice } from '../use-office-format';
import { peopleProblem } from './people-problem';

/**
 * Message of a refused new person. An account that never confirmed the number or address is named, with a link to its page, where a manager
 * gives it the role.
 */
export function PersonRefusal({ error }: { error: unknown }) {
  const { t, language } = useOffice();
  const account =
    error instanceof ApiError && error.reason === 'identifier_unverified'
      ? error.details.account
      : undefined;
  if (!account) return <InlineAlert kind="err" title={peopleProblem(t, error)} />;
  const id = String(account.cus_id);
  const date = shortDay(shopDay(Date.parse(account.created_at)), language, true);
  return (
    <InlineAlert
      kind="err"
      title={t('office.person.unverified', { name: account.name || id, id, date })}
    >
      <p>
        <LocalizedText>{t('office.person.unverifiedHelp')}</LocalizedText>
      </p>
      <Link to="/staff/customers/$cusId" params={{ cusId: id }} className="o-link">
        {t('office.person.openAccount', { id })}
      </Link>
    </InlineAlert>
  );
}
