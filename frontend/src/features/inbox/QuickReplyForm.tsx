import { useState } from 'react';
import { TextAreaField, TextField } from '@/shared/forms/TextField';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';

type Reply = { title: string; text: string };
type QuickReplyFormProps = {
  first: Reply;
  isBusy: boolean;
  onSave: (reply: Reply) => void;
  onCancel: () => void;
};

export function QuickReplyForm({ first, isBusy, onSave, onCancel }: QuickReplyFormProps) {
  const t = useT();
  const [title, setTitle] = useState(first.title);
  const [text, setText] = useState(first.text);
  const isWhole = Boolean(title.trim() && text.trim());
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isWhole) onSave({ title: title.trim(), text: text.trim() });
      }}
    >
      <TextField
        label={t('staff.replyTitle')}
        value={title}
        maxLength={60}
        autoFocus
        onChange={({ target }) => setTitle(target.value)}
      />
      <TextAreaField
        label={t('staff.replyText')}
        value={text}
        rows={3}
        maxLength={1000}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="flex justify-end gap-2">
        <Button kind="ghost" onClick={onCancel}>
          {t('action.cancel')}
        </Button>
        <Button type="submit" disabled={!isWhole} isLoading={isBusy}>
          {t('staff.save')}
        </Button>
      </div>
    </form>
  );
}
