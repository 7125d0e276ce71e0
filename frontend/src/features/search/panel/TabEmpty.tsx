import { RotateCcw, Search } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { EmptyState } from '@/shared/ui/PageStates';

export function TabEmpty({ text, onAgain }: { text: string; onAgain: () => void }) {
  const t = useT();
  return (
    <EmptyState
      icon={Search}
      tint="turmeric"
      title={t('search.none', { text })}
      text={t('search.noneText')}
      actions={
        <Button icon={RotateCcw} onClick={onAgain}>
          {t('action.retry')}
        </Button>
      }
    />
  );
}
