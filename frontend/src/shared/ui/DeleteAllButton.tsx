import { Trash2 } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from './Icon';

export function DeleteAllButton({ isAsking, onAsk }: { isAsking: boolean; onAsk: () => void }) {
  const t = useT();
  return (
    <button
      type="button"
      aria-expanded={isAsking}
      onClick={onAsk}
      className="inline-flex min-h-11 items-center gap-2 rounded-md px-3 text-sm font-semibold whitespace-nowrap text-err hover:bg-err-soft"
    >
      <Icon of={Trash2} size="s" />
      {t('action.deleteAll')}
    </button>
  );
}
