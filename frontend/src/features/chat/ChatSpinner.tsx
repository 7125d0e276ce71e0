import { LoaderCircle } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';

export function ChatSpinner() {
  const t = useT();
  return (
    <div
      role="status"
      aria-label={t('state.loading')}
      className="grid flex-1 place-items-center bg-sunken"
    >
      <LoaderCircle size={32} strokeWidth={1.75} aria-hidden className="animate-spin text-text-3" />
    </div>
  );
}
