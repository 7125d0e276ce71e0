import { useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { browserColumns } from '../columns/column-store';
import { OfficeButton } from '../OfficeButton';
import { OfficeDialog } from '../OfficeDialog';
import { EditField } from '../product/EditField';
import { MAX_NAME_LENGTH, type SavedViewStore } from './saved-views';

type ListProps<Params extends object> = { saved: SavedViewStore<Params>; params: Params };
type SaveViewDialogProps<Params extends object> = ListProps<Params> & {
  isOpen: boolean;
  onClose: () => void;
};

/** Form for the name under which a list is saved as a view. */
export function SaveViewDialog<Params extends object>(props: SaveViewDialogProps<Params>) {
  const { isOpen, onClose, ...list } = props;
  const t = useT();
  return (
    <OfficeDialog isOpen={isOpen} onClose={onClose} title={t('office.view.saveTitle')}>
      {isOpen && <NameForm {...list} onDone={onClose} />}
    </OfficeDialog>
  );
}

function NameForm<Params extends object>(props: ListProps<Params> & { onDone: () => void }) {
  const { saved, params, onDone } = props;
  const t = useT();
  const [text, setText] = useState('');
  const [isChecked, setChecked] = useState(false);
  const name = text.trim();
  const isReplaced = saved.store.current().some((view) => view.name === name);
  const error = nameError(saved, name);
  return (
    <form
      noValidate
      className="office-dialog o-ask"
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (error) return;
        saved.save(name, params, browserColumns(saved.columns));
        onDone();
      }}
    >
      <EditField
        label={t('office.view.name')}
        error={isChecked ? error : undefined}
        hint={t(isReplaced ? 'office.view.replaces' : 'office.view.saveHint')}
      >
        {(control) => (
          <input
            {...control}
            autoComplete="off"
            maxLength={MAX_NAME_LENGTH}
            value={text}
            onChange={({ target }) => setText(target.value)}
            className="o-field"
          />
        )}
      </EditField>
      <div className="o-ask-actions">
        <OfficeButton onClick={onDone}>{t('office.askNo')}</OfficeButton>
        <OfficeButton type="submit" kind="primary">
          {t('office.product.save')}
        </OfficeButton>
      </div>
    </form>
  );
}

function nameError<Params extends object>(
  saved: SavedViewStore<Params>,
  name: string,
): MessageKey | undefined {
  if (name === '') return 'office.view.nameMissing';
  return saved.hasRoomFor(name) ? undefined : 'office.view.full';
}
