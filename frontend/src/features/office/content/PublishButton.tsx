import { EyeOff, Send } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { OfficeButton } from '../OfficeButton';

type PublishButtonProps = {
  isPublished: boolean;
  isSaving: boolean;
  onChange: (isPublished: boolean) => void;
};

/** Button that publishes an item with all unsaved changes, or hides it from shoppers at once. */
export function PublishButton({ isPublished, isSaving, onChange }: PublishButtonProps) {
  const t = useT();
  return (
    <OfficeButton
      kind={isPublished ? 'outline' : 'primary'}
      icon={isPublished ? EyeOff : Send}
      isLoading={isSaving}
      onClick={() => onChange(!isPublished)}
    >
      {t(isPublished ? 'office.content.unpublish' : 'office.content.publish')}
    </OfficeButton>
  );
}
