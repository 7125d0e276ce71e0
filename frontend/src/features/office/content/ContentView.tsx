import { type ReactNode, useState } from 'react';
import { useLocal, useT } from '@/shared/i18n/language-context';
import { LeaveQuestion } from '../product/LeaveQuestion';
import { OfficeTop } from '../shell/OfficeTop';
import { BodyForm } from './BodyForm';
import { ContentActions } from './ContentActions';
import { ContentChangedBar } from './ContentChangedBar';
import { BackToContent, ContentCrumb } from './ContentCrumb';
import { ContentLedger } from './ContentLedger';
import { ContentPreview } from './ContentPreview';
import { ContentSaveBar } from './ContentSaveBar';
import { ContentStatePanel } from './ContentStatePanel';
import { CategoriesForm } from './categories/CategoriesForm';
import type { Category } from './categories/category-tree';
import type { ContentBody, ContentDetail, ContentKind } from './content-api';
import { hasDrafts } from './content-draft';
import { titleOf } from './content-form';
import { KIND_TEXTS } from './content-kinds';
import { DraftPanel } from './DraftPanel';
import { SlugField } from './SlugField';
import { useContentDraft } from './use-content-draft';
import { useContentForm } from './use-content-form';
import { useContentRequest } from './use-content-request';
import { useContentSave } from './use-content-save';

/** Renders a body as shoppers see it; undefined for kinds without a page of their own. */
export type Preview = (shown: {
  kind: ContentKind;
  itemId: string;
  body: ContentBody;
}) => ReactNode;

type ContentViewProps = {
  kind: ContentKind;
  preview: Preview;
  item?: ContentDetail;
  blank?: ContentBody;
  /** Notice that the item is outdated. */
  notice?: ReactNode;
};

/** Editor of a content item: the form beside the preview. */
export function ContentView({ kind, item, blank = {}, preview, notice }: ContentViewProps) {
  const t = useT();
  const local = useLocal();
  const [isPreview, setPreview] = useState(false);
  const [slug, setSlug] = useState('');
  const entered = useContentForm(item, blank);
  const needsSlug = kind === 'page' && !item;
  const request = useContentRequest(kind, entered);
  const saving = useContentSave(kind, entered, request, needsSlug ? slug : undefined);
  const draft = useContentDraft(entered, request);
  const isDraft = hasDrafts(kind);
  const { form, changed, theirs, dismiss, discard, set } = entered;
  const title = item ? local(titleOf({ ...item, body: form as never })) : t('office.content.new');
  const itemId = item?.item_id ?? slug;
  return (
    <>
      <OfficeTop
        title={
          item && item.item_id !== kind ? title : t(item ? KIND_TEXTS[kind] : 'office.content.new')
        }
        crumb={<ContentCrumb kind={kind} />}
        back={<BackToContent kind={kind} />}
      >
        <ContentActions
          kind={kind}
          body={form}
          isPreview={isPreview}
          isSaving={request.isSaving}
          canPublish={changed.length > 0 || !!item?.draft}
          onPreview={setPreview}
          onPublished={(published) => void saving.save({ published })}
          onPublishDraft={() => void (item ? draft.publish() : saving.save())}
        />
      </OfficeTop>
      <div className="o-body">
        {notice}
        {theirs.length > 0 && (
          <ContentChangedBar item={item} theirs={theirs} changed={changed} onDismiss={dismiss} />
        )}
        {isPreview ? (
          <ContentPreview>{preview({ kind, itemId, body: form })}</ContentPreview>
        ) : (
          <div className="o-order">
            <div className="o-stack">
              {needsSlug && <SlugField slug={slug} errors={request.errors} onChange={setSlug} />}
              {kind === 'categories' ? (
                <CategoriesForm
                  categories={form.categories as Category[]}
                  base={(item?.body as { categories?: Category[] } | undefined)?.categories ?? []}
                  errors={request.errors}
                  onChange={(categories) => set('categories', categories)}
                />
              ) : (
                <BodyForm kind={kind} body={form} errors={request.errors} onChange={set} />
              )}
            </div>
            <div className="o-stack">
              {isDraft && item && (
                <DraftPanel
                  item={item}
                  count={changed.length}
                  isSaving={request.isSaving}
                  actions={draft}
                />
              )}
              <ContentStatePanel kind={kind} item={item} body={form} onItem={entered.accept} />
              {item && <ContentLedger key={item.version} item={item} onItem={entered.accept} />}
            </div>
          </div>
        )}
      </div>
      <ContentSaveBar
        isNew={!item}
        isDraft={isDraft}
        count={changed.length}
        isSaving={request.isSaving}
        onSave={() => void (isDraft && item ? draft.save() : saving.save({}, isDraft))}
        onDiscard={() => {
          request.clearErrors();
          discard();
        }}
      />
      <LeaveQuestion isDirty={changed.length > 0 && !saving.isCreated} />
    </>
  );
}
