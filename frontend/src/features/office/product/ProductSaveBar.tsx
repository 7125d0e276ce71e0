import { Check } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { OfficeButton } from '../OfficeButton';
import { formLabel } from './field-texts';
import type { FormField } from './product-form';

type ProductSaveBarProps = {
  changed: FormField[];
  isSaving: boolean;
  onSave: () => void;
  onDiscard: () => void;
};

/** Bar with the number of unsaved changes and buttons to save (Ctrl S) and discard them. */
export function ProductSaveBar({ changed, isSaving, onSave, onDiscard }: ProductSaveBarProps) {
  const t = useT();
  const save = useRef(onSave);
  useEffect(() => {
    save.current = onSave;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isSave = (event.ctrlKey || event.metaKey) && event.code === 'KeyS';
      if (!isSave || event.altKey || event.shiftKey) return;
      event.preventDefault();
      save.current();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  if (changed.length === 0) return null;
  const fields = [...new Set(changed.map((field) => formLabel(t, field)))].join(', ');
  return (
    <section aria-label={t('office.product.saving')} className="o-save">
      <i aria-hidden className="o-save-dot" />
      <p className="o-grow o-small">
        <b role="status">{t('office.product.unsaved', { count: changed.length })}</b>{' '}
        <span className="o-muted max-lg:hidden">
          <LocalizedText>{`· ${fields}`}</LocalizedText>
        </span>
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
        {t('office.product.save')}
        <kbd aria-hidden className="max-lg:hidden">
          Ctrl S
        </kbd>
      </OfficeButton>
    </section>
  );
}
