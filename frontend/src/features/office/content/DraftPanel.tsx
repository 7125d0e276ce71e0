import { Trash2, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDay } from '@/shared/format/shop-clock';
import { useNow } from '@/shared/hooks/use-now';
import type { MessageKey, Translate } from '@/shared/i18n/load-messages';
import { Badge } from '@/shared/ui/Badge';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { OfficeButton } from '../OfficeButton';
import { shortMoment } from '../office-dates';
import { EditPanel } from '../product/EditPanel';
import { useOffice } from '../use-office-format';
import type { ContentDetail } from './content-api';
import { type ContentDraft, changedSinceDraft, isRemoved, isStale, isTaken } from './content-draft';
import { nameText } from './content-names';
import { DraftSchedule } from './DraftSchedule';
import type { DraftActions } from './use-content-draft';

const MINUTE = 60_000;

const REFUSALS: Record<NonNullable<ContentDraft['refusal']>, MessageKey> = {
  content_changed: 'office.draft.refused.content_changed',
  invalid: 'office.draft.refused.invalid',
};

type DraftPanelProps = {
  item: ContentDetail;
  /** Number of changes that are not saved. */
  count: number;
  isSaving: boolean;
  actions: DraftActions;
};

/** Panel of the draft of an item: who saved it, its day of publication, and what keeps it from being published. */
export function DraftPanel({ item, count, isSaving, actions }: DraftPanelProps) {
  const { t } = useOffice();
  const { draft } = item;
  return (
    <EditPanel
      title={t('office.draft.title')}
      aside={draft && <Badge kind="brand">{t('office.draft.badge')}</Badge>}
    >
      {draft ? (
        <DraftNotes item={item} draft={draft} />
      ) : (
        <p className="o-muted">{t(count > 0 ? 'office.draft.unsaved' : 'office.draft.none')}</p>
      )}
      {(draft || count > 0) && (
        <DraftSchedule
          key={draft?.version}
          scheduled={draft?.refusal ? '' : (draft?.publish_on ?? '')}
          isStale={isStale(item)}
          isSaving={isSaving}
          onSchedule={(day) => void actions.save(day)}
        />
      )}
      {draft && (
        <div className="o-row">
          <OfficeButton
            kind="danger-outline"
            icon={Trash2}
            disabled={isSaving}
            onClick={() => void actions.discard()}
          >
            {t('office.draft.discard')}
          </OfficeButton>
        </div>
      )}
    </EditPanel>
  );
}

/** Notes on a draft: who saved it, and why it was not published on its day or is of a former version. */
function DraftNotes({ item, draft }: { item: ContentDetail; draft: ContentDraft }) {
  const { t, code, language } = useOffice();
  const time = shortMoment(draft.at, useNow(MINUTE), language);
  const by = draft.name
    ? t('office.draft.savedBy', { name: draft.name, time })
    : t('office.draft.savedAt', { time });
  return (
    <>
      <p className="o-muted">
        <LocalizedText>{by}</LocalizedText>
      </p>
      {draft.refusal && (
        <Warning>
          {t(REFUSALS[draft.refusal], { day: formatDay(draft.publish_on ?? '', code) })}
        </Warning>
      )}
      {isStale(item) && <Warning>{staleText(t, item)}</Warning>}
    </>
  );
}

/** Text on the changes of the published item since its draft was saved. */
function staleText(t: Translate, item: ContentDetail): string {
  if (isTaken(item)) return t('office.draft.taken');
  if (isRemoved(item)) return t('office.draft.removed');
  const fields = changedSinceDraft(item).map((field) => nameText(t, item.kind, field));
  return t('office.draft.stale', { fields: fields.join(', ') });
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <div role="status" data-kind="warn" className="o-bar">
      <Icon of={TriangleAlert} />
      <p className="o-grow">{children}</p>
    </div>
  );
}
