import { ChevronDown, Ellipsis } from 'lucide-react';
import { formatPhone } from '@/shared/forms/phone';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { Avatar } from '../Avatar';
import { OfficeButton, OfficeIconButton } from '../OfficeButton';
import { shopDay, shortDay } from '../office-dates';
import { fullName, ROLE_TEXTS, type StaffAccount } from '../staff-access';
import { useOffice } from '../use-office-format';
import type { PersonTask } from './PersonDialog';

type PeopleListProps = {
  people: StaffAccount[];
  ownId: number | undefined;
  onTask: (task: PersonTask) => void;
};

const contactOf = ({ phone, email }: StaffAccount) => formatPhone(phone) || email;

/** Members of the staff as a table, on phones as rows. */
export function PeopleList({ people, ownId, onTask }: PeopleListProps) {
  const { t, language } = useOffice();
  return (
    <>
      <section aria-labelledby="people-table" className="o-panel max-lg:hidden">
        <table className="o-table o-people">
          <caption id="people-table" className="sr-only">
            {t('office.people')}
          </caption>
          <thead>
            <tr>
              <th>{t('office.column.name')}</th>
              <th>{t('office.role')}</th>
              <th>{t('office.column.since')}</th>
              <th>
                <span className="sr-only">{t('office.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {people.map((person) => (
              <tr key={person.cus_id}>
                <td>
                  <span className="o-who gap-3">
                    <Avatar name={person.fname} />
                    <Name person={person} isOwn={person.cus_id === ownId} />
                  </span>
                </td>
                <td>
                  <button
                    type="button"
                    aria-haspopup="dialog"
                    aria-label={t('office.roleOfIs', {
                      name: fullName(person),
                      role: t(ROLE_TEXTS[person.role]),
                    })}
                    onClick={() => onTask({ kind: 'role', person })}
                    className="o-filter-button"
                  >
                    {t(ROLE_TEXTS[person.role])}
                    <Icon of={ChevronDown} size="s" />
                  </button>
                </td>
                <td className="o-muted tabular-nums">
                  {shortDay(shopDay(Date.parse(person.created_at)), language, true)}
                </td>
                <td className="o-end">
                  <OfficeButton
                    kind="quiet"
                    aria-haspopup="dialog"
                    aria-label={t('office.person.removeName', { name: fullName(person) })}
                    onClick={() => onTask({ kind: 'remove', person })}
                  >
                    {t('office.person.remove')}
                  </OfficeButton>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <ul aria-label={t('office.people')} className="o-panel lg:hidden">
        {people.map((person) => (
          <li key={person.cus_id} className="o-person">
            <Avatar name={person.fname} isLarge />
            <div className="min-w-0">
              <Name person={person} isOwn={person.cus_id === ownId} />
              <span className="o-small o-muted block">{t(ROLE_TEXTS[person.role])}</span>
            </div>
            <OfficeIconButton
              icon={Ellipsis}
              label={t('office.person.edit', { name: fullName(person) })}
              aria-haspopup="dialog"
              onClick={() => onTask({ kind: 'role', person })}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

function Name({ person, isOwn }: { person: StaffAccount; isOwn: boolean }) {
  const { t } = useOffice();
  return (
    <span className="min-w-0">
      <b className="block font-semibold">
        <LocalizedText>{fullName(person)}</LocalizedText>
        {isOwn && <span className="o-muted font-normal"> · {t('office.you')}</span>}
      </b>
      <small className="o-note">
        <Ltr className="tabular-nums">{contactOf(person)}</Ltr>
      </small>
    </span>
  );
}
