import { OptionCard } from '@/shared/forms/OptionCard';
import { useT } from '@/shared/i18n/language-context';
import { ROLE_NOTES, ROLE_TEXTS, STAFF_ROLES, type StaffRole } from '../staff-access';

type RoleChoiceProps = {
  value: StaffRole;
  onChange: (role: StaffRole) => void;
};

/** Choice of a role, each with its permissions. */
export function RoleChoice({ value, onChange }: RoleChoiceProps) {
  const t = useT();
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-semibold">{t('office.role')}</legend>
      {STAFF_ROLES.map((role) => (
        <OptionCard
          key={role}
          name="role"
          value={role}
          title={t(ROLE_TEXTS[role])}
          note={t(ROLE_NOTES[role])}
          checked={role === value}
          onChange={() => onChange(role)}
        />
      ))}
    </fieldset>
  );
}
