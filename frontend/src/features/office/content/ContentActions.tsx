import { Send } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { OfficeButton } from '../OfficeButton';
import { Segments } from '../Segments';
import type { ContentBody, ContentKind } from './content-api';
import { hasDrafts } from './content-draft';
import { isScheduled } from './content-form';
import { hasPreview } from './content-kinds';
import { PublishButton } from './PublishButton';

type ContentActionsProps = {
  kind: ContentKind;
  body: ContentBody;
  isPreview: boolean;
  isSaving: boolean;
  /** Whether there is a draft or a change to publish. */
  canPublish: boolean;
  onPreview: (isPreview: boolean) => void;
  onPublished: (isPublished: boolean) => void;
  onPublishDraft: () => void;
};

/** Actions in the top bar of the editor: switch to the preview, and publish. */
export function ContentActions(props: ContentActionsProps) {
  const { kind, body, isPreview, isSaving, canPublish } = props;
  const { onPreview, onPublished, onPublishDraft } = props;
  const t = useT();
  return (
    <>
      {hasPreview(kind) && (
        <Segments
          label={t('office.content.view')}
          value={isPreview ? 'preview' : 'edit'}
          choices={[
            { value: 'edit', label: t('office.content.edit') },
            { value: 'preview', label: t('office.content.preview') },
          ]}
          onChoose={(value) => onPreview(value === 'preview')}
        />
      )}
      {isScheduled(kind) && (
        <PublishButton
          isPublished={body.published === true}
          isSaving={isSaving}
          onChange={onPublished}
        />
      )}
      {hasDrafts(kind) && (
        <OfficeButton
          kind="primary"
          icon={Send}
          isLoading={isSaving}
          disabled={!canPublish}
          onClick={onPublishDraft}
        >
          {t('office.content.publish')}
        </OfficeButton>
      )}
    </>
  );
}
