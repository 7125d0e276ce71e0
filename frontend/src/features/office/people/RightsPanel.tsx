import { Check } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { Icon } from '@/shared/ui/Icon';
import { ROLE_TEXTS, STAFF_ROLES, type StaffRole } from '../staff-access';

const RIGHTS: { text: MessageKey; roles: StaffRole[] }[] = [
  { text: 'office.right.orders', roles: ['clerk', 'manager'] },
  { text: 'office.right.customers', roles: ['clerk', 'manager'] },
  { text: 'office.right.chat', roles: ['clerk', 'manager'] },
  { text: 'office.right.messages', roles: ['clerk', 'manager'] },
  { text: 'office.right.outbox', roles: ['clerk', 'manager'] },
  { text: 'office.right.products', roles: ['editor', 'manager'] },
  { text: 'office.right.content', roles: ['editor', 'manager'] },
  { text: 'office.right.imports', roles: ['editor', 'manager'] },
  { text: 'office.right.searches', roles: ['editor', 'manager'] },
  { text: 'office.right.broadcasts', roles: ['editor', 'manager'] },
  { text: 'office.right.people', roles: ['manager'] },
];

/** Panel with the permissions of each role. */
export function RightsPanel() {
  const t = useT();
  return (
    <section aria-labelledby="rights" className="o-panel">
      <div className="o-panel-head">
        <h2 id="rights" className="o-h2">
          {t('office.rights')}
        </h2>
      </div>
      <table aria-labelledby="rights" className="o-table o-rights">
        <thead>
          <tr>
            <th>{t('office.right')}</th>
            {STAFF_ROLES.map((role) => (
              <th key={role}>{t(ROLE_TEXTS[role])}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {RIGHTS.map(({ text, roles }) => (
            <tr key={text}>
              <th scope="row">{t(text)}</th>
              {STAFF_ROLES.map((role) => (
                <td key={role}>
                  {roles.includes(role) ? (
                    <span className="o-up">
                      <Icon of={Check} size="s" />
                      <span className="sr-only">{t('office.rightYes')}</span>
                    </span>
                  ) : (
                    <span className="o-muted">
                      <span aria-hidden>–</span>
                      <span className="sr-only">{t('office.rightNo')}</span>
                    </span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
