import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ExternalLink, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import { Badge } from '@/shared/ui/Badge';
import { Icon } from '@/shared/ui/Icon';
import { toast } from '@/shared/ui/toast';
import { OfficeButton } from '../OfficeButton';
import { OfficeDialog } from '../OfficeDialog';
import { EditPanel } from '../product/EditPanel';
import {
  type ContentBody,
  type ContentDetail,
  type ContentKind,
  cacheContent,
  currentContent,
  deleteContent,
  renewContent,
} from './content-api';
import { isNewDraft } from './content-draft';
import { isScheduled, missingTexts } from './content-form';
import { isSingle } from './content-kinds';
import { ScheduleBadge, useDays } from './ScheduleBadge';
import { useContentUndo } from './use-content-undo';
import { useShopPath } from './use-shop-path';

type ContentStatePanelProps = {
  kind: ContentKind;
  item: ContentDetail | undefined;
  body: ContentBody;
  onItem: (item: ContentDetail) => void;
};

/** Panel with the visibility of an item, its missing translations, and the delete button. */
export function ContentStatePanel({ kind, item, body, onItem }: ContentStatePanelProps) {
  const t = useT();
  const days = useDays();
  const path = useShopPath(kind, item?.item_id);
  const missing = missingTexts(kind, body);
  return (
    <EditPanel
      title={t('office.content.state')}
      aside={
        isScheduled(kind) ? (
          <ScheduleBadge body={body} />
        ) : (
          isNewDraft(item) && <Badge>{t('office.content.state.unpublished')}</Badge>
        )
      }
    >
      {isScheduled(kind) && <p className="o-muted">{days(body)}</p>}
      {missing > 0 ? (
        <p>
          <Badge kind="warn">{t('office.content.missing', { count: missing })}</Badge>
        </p>
      ) : (
        <p className="o-muted">{t('office.content.complete')}</p>
      )}
      {item && !isNewDraft(item) && (
        <div className="o-row o-wrap">
          <a href={path} target="_blank" rel="noopener" data-kind="outline" className="o-btn">
            <Icon of={ExternalLink} size="s" />
            {t('office.content.inShop')}
          </a>
          {!isSingle(kind) && <DeleteButton item={item} onItem={onItem} />}
        </div>
      )}
    </EditPanel>
  );
}

type DeleteButtonProps = { item: ContentDetail; onItem: (item: ContentDetail) => void };

/** Deletes an item after a confirmation. The toast offers to undo it. */
function DeleteButton({ item, onItem }: DeleteButtonProps) {
  const t = useT();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { offer } = useContentUndo(onItem);
  const [isAsking, setAsking] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const { kind, item_id: itemId } = item;
  const remove = async () => {
    setDeleting(true);
    try {
      const { change_id: changeId } = await deleteContent(item);
      await navigate({ to: '/staff/content', search: { kind }, ignoreBlocker: true });
      void renewContent(client, kind);
      offer(t('office.content.deleted'), { kind, itemId, changeId });
    } catch (error) {
      const current = currentContent(error);
      if (current) cacheContent(client, current);
      const detail = current ? t('office.content.notDeleted') : errorText(t, error);
      toast.error(t('office.content.deleteFailed'), detail ? { detail } : {});
    } finally {
      setDeleting(false);
      setAsking(false);
    }
  };
  return (
    <>
      <OfficeButton kind="danger-outline" icon={Trash2} onClick={() => setAsking(true)}>
        {t('office.content.delete')}
      </OfficeButton>
      <OfficeDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('office.content.deleteAsk')}
      >
        <div className="office-dialog o-ask">
          <p className="text-text-2">{t('office.content.deleteText')}</p>
          {item.draft && <p className="text-text-2">{t('office.content.deleteDraftText')}</p>}
          <div className="o-ask-actions">
            <OfficeButton onClick={() => setAsking(false)}>{t('office.askNo')}</OfficeButton>
            <OfficeButton kind="danger" isLoading={isDeleting} onClick={() => void remove()}>
              {t('office.content.delete')}
            </OfficeButton>
          </div>
        </div>
      </OfficeDialog>
    </>
  );
}
