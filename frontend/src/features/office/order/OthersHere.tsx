import { use } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Avatar } from '../Avatar';
import type { OrderVisitor } from './presence-api';
import { OthersContext } from './presence-context';

const MAX_AVATARS = 3;

/** Names the other people who have this order open, and those who are editing it. Empty for a user alone. */
export function OthersHere() {
  const t = useT();
  const others = use(OthersContext);
  const nameOf = ({ name }: OrderVisitor) => name || t('office.staff');
  return (
    <span role="status" title={others.map(nameOf).join(', ')} className="o-who o-here">
      {others.length > 0 && (
        <>
          <span className="o-row o-here-people">
            {others.slice(0, MAX_AVATARS).map((person) => (
              <Avatar key={person.cus_id} name={nameOf(person)} />
            ))}
          </span>
          <span className="o-small">
            <LocalizedText>{othersText(t, others, nameOf)}</LocalizedText>
          </span>
        </>
      )}
    </span>
  );
}

/** "Kham is editing · Noy and 2 others are here too" */
function othersText(
  t: ReturnType<typeof useT>,
  others: OrderVisitor[],
  nameOf: (person: OrderVisitor) => string,
): string {
  const editors = others.filter(({ is_editing }) => is_editing);
  const [first, ...more] = others.filter(({ is_editing }) => !is_editing);
  const parts: string[] = [];
  if (editors.length > 0) {
    const names = editors.map(nameOf).join(', ');
    parts.push(t('office.here.editing', { names, count: editors.length }));
  }
  if (first) {
    const name = nameOf(first);
    parts.push(
      more.length === 0
        ? t('office.here.one', { name })
        : t('office.here.many', { name, count: more.length }),
    );
  }
  return parts.join(' · ');
}
