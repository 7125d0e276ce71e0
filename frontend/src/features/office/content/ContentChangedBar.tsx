import { Users } from 'lucide-react';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { OfficeButton } from '../OfficeButton';
import { useOffice } from '../use-office-format';
import type { ContentDetail } from './content-api';
import { lastEditor } from './content-draft';
import { nameText } from './content-names';

type ContentChangedBarProps = {
  item: ContentDetail | undefined;
  /** Fields that the other person changed. */
  theirs: string[];
  /** Fields that the user has changed as well. */
  changed: string[];
  onDismiss: () => void;
};

/** Notice that another person has changed the item: their fields, and those in conflict with the user's changes. */
export function ContentChangedBar(props: ContentChangedBarProps) {
  const { item, theirs, changed, onDismiss } = props;
  const { t } = useOffice();
  const name = item && lastEditor(item);
  return (
    <div role="alert" data-kind="warn" data-content-changed className="o-bar">
      <Icon of={Users} />
      <div className="o-grow min-w-50">
        <p className="font-semibold">
          <LocalizedText>
            {name ? t('office.content.changedBy', { name }) : t('office.content.changedByImport')}
          </LocalizedText>
        </p>
        <ul>
          {theirs.map((field) => (
            <li key={field}>
              {nameText(t, item?.kind, field)}
              {changed.includes(field) && ` · ${t('office.product.yoursStays')}`}
            </li>
          ))}
        </ul>
        <p className="o-small">{t('office.changedSafe')}</p>
      </div>
      <OfficeButton onClick={onDismiss}>{t('office.changedSeen')}</OfficeButton>
    </div>
  );
}
