import { type ReactNode, useState } from 'react';
import { useLocal, useT } from '@/shared/i18n/language-context';
import { LeaveQuestion } from '../product/LeaveQuestion';
import { Segments } from '../Segments';
import { OfficeTop } from '../shell/OfficeTop';
import { BodyForm } from './BodyForm';
import { ContentChangedBar } from './ContentChangedBar';
import { BackToContent, ContentCrumb } from './ContentCrumb';
import { ContentLedger } from './ContentLedger';
import { ContentPreview } from './ContentPreview';
import { ContentSaveBar } from './ContentSaveBar';
import { ContentStatePanel } from './ContentStatePanel';
import { CategoriesForm } from './categories/CategoriesForm';
import type { Category } from './categories/category-tree';
import type { ContentBody, ContentDetail, ContentKind } from './content-api';
import { isScheduled, titleOf } from './content-form';
import { KIND_TEXTS } from './content-kinds';
import { PublishButton } from './PublishButton';
import { SlugField } from './SlugField';
import { useContentForm } from './use-content-form';
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
};

/** Editor of a content item: the form beside the preview. */
export function ContentView({ kind, item, blank = {}, preview }: ContentViewProps) {
  const t = useT();
  const local = useLocal();
  const [isPreview, setPreview] = useState(false);
  const [slug, setSlug] = useState('');
  const entered = useContentForm(item, blank);
  const needsSlug = kind === 'page' && !item;
  const saving = useContentSave(kind, entered, needsSlug ? slug : undefined);
  const { form, changed, theirs, dismiss, discard, set } = entered;
  const title = item ? local(titleOf({ ...item, body: form as never })) : t('office.content.new');
  const itemId = item?.item_id ?? slug;
  const hasPreview = kind !== 'menu' && kind !== 'categories' && kind !== 'messages';
  return (
    <>
      <OfficeTop
        title={
          item && item.item_id !== kind ? title : t(item ? KIND_TEXTS[kind] : 'office.content.new')
        }
        crumb={<ContentCrumb kind={kind} />}
        back={<BackToContent kind={kind} />}
      >
        {hasPreview && (
          <Segments
            label={t('office.content.view')}
            value={isPreview ? 'preview' : 'edit'}
            choices={[
              { value: 'edit', label: t('office.content.edit') },
              { value: 'preview', label: t('office.content.preview') },
            ]}
            onChoose={(value) => setPreview(value === 'preview')}
          />
        )}
        {isScheduled(kind) && (
          <PublishButton
            isPublished={form.published === true}
            isSaving={saving.isSaving}
            onChange={(published) => void saving.save({ published })}
          />
        )}
      </OfficeTop>
      <div className="o-body">
        {theirs.length > 0 && (
          <ContentChangedBar item={item} theirs={theirs} changed={changed} onDismiss={dismiss} />
        )}
        {isPreview ? (
          <ContentPreview>{preview({ kind, itemId, body: form })}</ContentPreview>
        ) : (
          <div className="o-order">
            <div className="o-stack">
              {needsSlug && <SlugField slug={slug} errors={saving.errors} onChange={setSlug} />}
              {kind === 'categories' ? (
                <CategoriesForm
                  categories={form.categories as Category[]}
                  base={(item?.body as { categories?: Category[] } | undefined)?.categories ?? []}
                  errors={saving.errors}
                  onChange={(categories) => set('categories', categories)}
                />
              ) : (
                <BodyForm kind={kind} body={form} errors={saving.errors} onChange={set} />
              )}
            </div>
            <div className="o-stack">
              <ContentStatePanel kind={kind} item={item} body={form} onItem={entered.accept} />
              {item && <ContentLedger key={item.version} item={item} onItem={entered.accept} />}
            </div>
          </div>
        )}
      </div>
      <ContentSaveBar
        isNew={!item}
        count={changed.length}
        isSaving={saving.isSaving}
        onSave={() => void saving.save()}
        onDiscard={() => {
          saving.clearErrors();
          discard();
        }}
      />
      <LeaveQuestion isDirty={changed.length > 0 && !saving.isCreated} />
    </>
  );
}
