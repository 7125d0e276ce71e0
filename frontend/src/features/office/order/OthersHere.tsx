import { use } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Avatar } from '../Avatar';
import type { OrderVisitor } from './presence-api';
import { OthersContext } from './presence-context';

const MAX_AVATARS = 3;
/** Number of people up to which all are named. */
const MAX_NAMED = 3;

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

/** "Kham is editing · Noy and Bee are here too", and for more people "Noy, Bee and 2 others are here too" */
function othersText(
  t: ReturnType<typeof useT>,
  others: OrderVisitor[],
  nameOf: (person: OrderVisitor) => string,
): string {
  const editors = others.filter(({ is_editing }) => is_editing).map(nameOf);
  const readers = others.filter(({ is_editing }) => !is_editing).map(nameOf);
  const parts: string[] = [];
  if (editors.length > 0) {
    parts.push(t('office.here.editing', { names: editors.join(', '), count: editors.length }));
  }
  if (readers.length > 0) parts.push(readersText(t, readers));
  return parts.join(' · ');
}

function readersText(t: ReturnType<typeof useT>, names: string[]): string {
  if (names.length > MAX_NAMED) {
    const named = names.slice(0, MAX_NAMED - 1);
    const count = names.length - named.length;
    return t('office.here.many', { names: named.join(', '), count });
  }
  const others = names.slice(0, -1).join(', ');
  const name = names.at(-1) ?? '';
  return others
    ? t('office.here.several', { names: others, name })
    : t('office.here.one', { name });
}
