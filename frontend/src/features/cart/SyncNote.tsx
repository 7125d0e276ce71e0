import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { cartEngine } from '@/domain/cart/cart-actions';
import { useAppContext } from '@/shared/hooks/use-app-context';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';

/** Note that changes wait for the connection, with a button that retries at once. */
export function SyncNote() {
  const t = useT();
  const engine = cartEngine(useAppContext());
  const state = useSyncExternalStore(engine.subscribe, engine.state);
  return (
    <div role="status">
      {state === 'waiting' && (
        <p className="mt-3 flex items-center gap-2.5 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
          <Icon of={WifiOff} />
          <span className="flex-1">
            <LocalizedText>{t('cart.waiting')}</LocalizedText>
          </span>
          <button
            type="button"
            onClick={engine.retry}
            className="min-h-11 flex-none px-2 font-semibold underline underline-offset-4"
          >
            {t('action.retry')}
          </button>
        </p>
      )}
    </div>
  );
}
