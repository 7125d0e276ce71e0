import { Check } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { OfficeButton } from '../OfficeButton';

type ContentSaveBarProps = {
  isNew: boolean;
  /** Whether changes are saved as a draft. */
  isDraft: boolean;
  /** Number of changed fields. */
  count: number;
  isSaving: boolean;
  onSave: () => void;
  onDiscard: () => void;
};

/** Bar with the number of unsaved changes and buttons to save (Ctrl S) and discard them. */
export function ContentSaveBar(props: ContentSaveBarProps) {
  const { isNew, isDraft, count, isSaving, onSave, onDiscard } = props;
  const t = useT();
  const saveText = isNew ? 'office.content.create' : 'office.product.save';
  const save = useRef(onSave);
  useEffect(() => {
    save.current = onSave;
  });
  const isShown = count > 0;
  useEffect(() => {
    if (!isShown) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      const isSave = (event.ctrlKey || event.metaKey) && event.code === 'KeyS';
      if (!isSave || event.altKey || event.shiftKey) return;
      event.preventDefault();
      save.current();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isShown]);
  if (!isShown) return null;
  return (
    <section aria-label={t('office.product.saving')} className="o-save">
      <i aria-hidden className="o-save-dot" />
      <p className="o-grow o-small">
        <b role="status">{t('office.product.unsaved', { count })}</b>
      </p>
      <OfficeButton disabled={isSaving} onClick={onDiscard}>
        {t('office.product.discard')}
      </OfficeButton>
      <OfficeButton
        kind="primary"
        icon={Check}
        isLoading={isSaving}
        aria-keyshortcuts="Control+S"
        onClick={onSave}
      >
        {t(isDraft ? 'office.draft.save' : saveText)}
        <kbd aria-hidden className="max-lg:hidden">
          Ctrl S
        </kbd>
      </OfficeButton>
    </section>
  );
}
