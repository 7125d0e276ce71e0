import { Pencil, Trash2 } from 'lucide-react';
import { Badge } from '@/shared/ui/Badge';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { OfficeButton } from '../OfficeButton';
import { fullMoment, shortMoment } from '../office-dates';
import { useOffice } from '../use-office-format';
import type { SynonymGroup } from './staff-searches-api';
import type { useSearchChange } from './use-search-change';

type SynonymRowProps = {
  group: SynonymGroup;
  now: number;
  change: ReturnType<typeof useSearchChange>;
  onEdit: () => void;
};

/** A synonym group with its buttons. */
export function SynonymRow({ group, now, change, onEdit }: SynonymRowProps) {
  const { t, language } = useOffice();
  return (
    <li className="o-message">
      <span className="o-small o-muted">
        <LocalizedText>{group.updated_by || t('office.staff')}</LocalizedText>
        {' · '}
        <time dateTime={group.updated_at} title={fullMoment(group.updated_at, language)}>
          {shortMoment(group.updated_at, now, language)}
        </time>
      </span>
      <span className="o-row o-wrap">
        {group.words.map((word) => (
          <Badge key={word}>
            <LocalizedText>{word}</LocalizedText>
          </Badge>
        ))}
      </span>
      <span className="o-message-end">
        <span className="o-row">
          <OfficeButton
            kind="quiet"
            icon={Pencil}
            aria-label={t('office.searches.editWords', { words: group.words.join(', ') })}
            onClick={onEdit}
          >
            {t('office.searches.edit')}
          </OfficeButton>
          <OfficeButton
            kind="quiet"
            icon={Trash2}
            isLoading={change.running === String(group.group_id)}
            aria-label={t('office.searches.deleteWords', { words: group.words.join(', ') })}
            onClick={() => void change.deleteGroup(group)}
          >
            {t('action.delete')}
          </OfficeButton>
        </span>
      </span>
    </li>
  );
}
