import { RefreshCw } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { useRetryOnline } from '@/shared/hooks/use-retry-online';
import { useT } from '@/shared/i18n/language-context';
import type { ChoicesList } from './choices-list';
import { OfficeButton } from './OfficeButton';
import { isRoleRefusal } from './staff-access';

type ChoicesNoteProps = {
  id?: string;
  list: ChoicesList;
  isEmpty?: boolean;
  /** Whether the note shows that the choices load. Where the field shows it, the note only announces it and takes no space. */
  isLoadingShown?: boolean;
  /** Text of the failure, if the list is not one of choices. */
  failedText?: string;
};

/**
 * Note below a field or filter whose choices come from the server: that they load, that they failed with a button that
 * fetches them again, or that there are none. The field stands before the note in the same element; it gets the focus
 * of the button once the choices have loaded.
 */
export function ChoicesNote({
  id,
  list,
  isEmpty = false,
  isLoadingShown = true,
  failedText,
}: ChoicesNoteProps) {
  const t = useT();
  const note = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);
  const [isRetrying, setRetrying] = useState(false);
  const isLoaded = list.state === 'loaded';
  const hasFailed = !isLoaded && (isRetrying || list.state === 'failed');
  const isLoading = list.state === 'loading' && !isRetrying;
  const retry = async () => {
    isPressed.current = true;
    setRetrying(true);
    await list.retry();
    setRetrying(false);
  };
  useRetryOnline(list.state === 'failed', () => void list.retry());
  useLayoutEffect(() => {
    if (!isLoaded || !isPressed.current) return;
    isPressed.current = false;
    // The button that had the focus has disappeared.
    if (document.activeElement !== document.body) return;
    const around = note.current?.parentElement;
    const field =
      around?.querySelector('select') ??
      around?.querySelector('input:enabled, button:enabled, a[href]');
    (field as HTMLElement | null | undefined)?.focus();
  }, [isLoaded]);
  return (
    <div
      ref={note}
      id={id}
      hidden={isLoaded && !isEmpty}
      className={isLoading && !isLoadingShown ? 'sr-only' : undefined}
    >
      {hasFailed && (
        <div className="o-row o-wrap o-small">
          <p role="alert" className="text-err">
            {isRetrying ? t('state.loading') : (failedText ?? t('office.choices.failed'))}
          </p>
          {!isRoleRefusal(list.error) && (
            <OfficeButton
              kind="link"
              icon={RefreshCw}
              isLoading={isRetrying}
              onClick={() => void retry()}
            >
              {t('action.retry')}
            </OfficeButton>
          )}
        </div>
      )}
      {isLoading && (
        <p role="status" className="o-note">
          {t('state.loading')}
        </p>
      )}
      {isLoaded && isEmpty && <p className="o-note">{t('office.choices.none')}</p>}
    </div>
  );
}
