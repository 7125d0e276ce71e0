import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useNow } from '@/shared/hooks/use-now';
import { errorText } from '@/shared/i18n/error-text';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { toast } from '@/shared/ui/toast';
import { OfficeButton } from '../OfficeButton';
import { fullMoment, shortMoment } from '../office-dates';
import { EditPanel } from '../product/EditPanel';
import { useOffice } from '../use-office-format';
import {
  type ContentBody,
  type ContentChange,
  type ContentDetail,
  fetchContentChanges,
} from './content-api';
import { changedNames } from './content-form';
import { nameText } from './content-names';
import { useContentUndo } from './use-content-undo';

const MINUTE = 60_000;

const ACTIONS: Record<ContentChange['action'], MessageKey> = {
  create: 'office.content.action.create',
  update: 'office.content.action.update',
  delete: 'office.content.action.delete',
  undo: 'office.content.action.undo',
  import: 'office.content.action.import',
};

type ContentLedgerProps = { item: ContentDetail; onItem: (item: ContentDetail) => void };

/** Change history of an item, newest first. The last change can be undone. */
export function ContentLedger({ item, onItem }: ContentLedgerProps) {
  const { t } = useOffice();
  const [older, setOlder] = useState<ContentChange[]>([]);
  const [next, setNext] = useState(item.changes_cursor);
  const [isBusy, setBusy] = useState(false);
  const { undo } = useContentUndo(onItem);
  const { kind, item_id: itemId } = item;
  const run = async (changeId: string) => {
    setBusy(true);
    await undo({ kind, itemId, changeId });
    setBusy(false);
  };
  const load = async (cursor: string) => {
    setBusy(true);
    try {
      const page = await fetchContentChanges(kind, itemId, cursor);
      setOlder((before) => [...before, ...page.data]);
      setNext(page.next_cursor);
    } catch (error) {
      const detail = errorText(t, error);
      toast.error(t('office.ledger.failed'), detail ? { detail } : {});
    } finally {
      setBusy(false);
    }
  };
  const changes = [...item.changes, ...older];
  return (
    <EditPanel title={t('office.ledger.title')}>
      {changes.length === 0 && <p className="o-muted">{t('office.ledger.none')}</p>}
      <ol className="o-ledger">
        {changes.map((change, index) => (
          <ChangeRow
            key={change.change_id}
            kind={kind}
            change={change}
            // Older changes were overwritten since then.
            onUndo={index === 0 && change.can_undo ? () => void run(change.change_id) : undefined}
            isBusy={isBusy}
          />
        ))}
        {next !== null && (
          <li className="o-ledger-more">
            <OfficeButton isLoading={isBusy} onClick={() => void load(next)}>
              {t('office.ledger.more')}
            </OfficeButton>
          </li>
        )}
      </ol>
    </EditPanel>
  );
}

type ChangeRowProps = {
  kind: ContentDetail['kind'];
  change: ContentChange;
  onUndo: (() => void) | undefined;
  isBusy: boolean;
};

/** Row of a change: kind, person, changed fields, and the undo button. */
function ChangeRow({ kind, change, onUndo, isBusy }: ChangeRowProps) {
  const { t, language } = useOffice();
  const now = useNow(MINUTE);
  const { at, name, action, undone, old_body: was, new_body: is } = change;
  const text = t(ACTIONS[action]);
  const fields =
    was && is
      ? changedNames(was as unknown as ContentBody, is as unknown as ContentBody).map((field) =>
          nameText(t, kind, field),
        )
      : [];
  return (
    <li data-change={change.change_id} data-undone={undone || undefined}>
      <time dateTime={at} title={fullMoment(at, language)}>
        {shortMoment(at, now, language)}
      </time>
      <div className="o-grow">
        <p>
          <b>{text}</b>{' '}
          <span className="o-muted">
            <LocalizedText>{name}</LocalizedText>
          </span>
        </p>
        {fields.length > 0 && <small className="o-muted">{fields.join(', ')}</small>}
      </div>
      {undone ? (
        <span className="o-small o-muted">{t('office.ledger.undone')}</span>
      ) : (
        onUndo && (
          <OfficeButton
            kind="link"
            icon={Undo2}
            disabled={isBusy}
            aria-label={`${t('office.undo')}: ${text}`}
            onClick={onUndo}
          >
            {t('office.undo')}
          </OfficeButton>
        )
      )}
    </li>
  );
}
