import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useWide } from '@/shared/hooks/use-wide';
import { useT } from '@/shared/i18n/language-context';
import { CategoryMenuPanel } from './CategoryMenuPanel';
import { type CategoryMenuState, type Selection, stepOf } from './category-menu-state';
import { useCategoryMenuState } from './use-category-menu-state';

const FADE_MS = 240;

/** Category menu: a dialog with categories, groups and products. The history entry says whether it is open. */
export function CategoryMenuDialog() {
  const t = useT();
  const isWide = useWide();
  const dialog = useRef<HTMLDialogElement>(null);
  /** The link by which the dialog was left. */
  const leftBy = useRef<{ id?: number | undefined; href?: string }>({});
  const { place, stepInto, stepBack, close } = useCategoryMenuState();
  const shown = useFadeOut(place);
  const [choice, setChoice] = useState<Selection & { id?: number }>({});
  const chosen = choice.id === shown?.id ? choice : {};
  const opening = place?.id;
  const step = place && (isWide ? 'all' : stepOf(place));

  useEffect(() => {
    const element = dialog.current;
    if (place && !element?.open) element?.showModal();
    if (!place && element?.open) element.close();
  }, [place]);
  useEffect(() => {
    if (opening === undefined || !step) return;
    focusStart(dialog.current, leftBy.current.id === opening ? leftBy.current.href : undefined);
    leftBy.current = {};
  }, [opening, step]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape cancels a modal dialog by itself
    <dialog
      ref={dialog}
      aria-label={t('menu.categories')}
      onCancel={(event) => {
        // Escape, or the back gesture of a phone: goes one step back on phones, and closes the dialog elsewhere.
        event.preventDefault();
        isWide ? close() : stepBack();
      }}
      onClose={close}
      onClick={(event) => {
        const link = (event.target as Element).closest('a');
        if (link) leftBy.current = { id: opening, href: link.href };
        if (event.target === event.currentTarget) close();
      }}
      className="m-0 size-full max-h-none max-w-none translate-y-3 flex-col bg-surface text-text opacity-0 shadow-3 transition-[opacity,translate,display,overlay] transition-discrete duration-(--t-base) ease-in backdrop:bg-scrim backdrop:opacity-0 backdrop:transition-[opacity,display,overlay] backdrop:transition-discrete backdrop:duration-(--t-base) open:flex open:translate-y-0 open:opacity-100 open:duration-(--t-slow) open:ease-out open:backdrop:opacity-100 md:mx-auto md:mt-[clamp(2rem,100dvh-47rem,7rem)] md:h-[min(45rem,100dvh-4rem)] md:w-[min(70rem,100%-4rem)] md:overflow-hidden md:rounded-xl starting:open:translate-y-3 starting:open:opacity-0 starting:open:backdrop:opacity-0"
    >
      {shown && (
        <CategoryMenuPanel
          key={shown.id}
          menu={shown}
          isWide={isWide}
          chosen={chosen}
          onChoose={(next) => {
            setChoice({ ...next, id: shown.id });
            if (!isWide) stepInto(next);
          }}
          onBack={stepBack}
          onClose={close}
        />
      )}
    </dialog>
  );
}

/** Focuses the link by which the dialog was left, otherwise the open entry, otherwise the title of the current step. */
function focusStart(dialog: HTMLElement | null, href: string | undefined): void {
  const link = [...(dialog?.querySelectorAll('a') ?? [])].find((it) => it.href === href);
  const open = dialog?.querySelector<HTMLElement>('[data-column] [aria-current]');
  (link ?? open ?? dialog?.querySelector<HTMLElement>('h2'))?.focus();
}

/** Keeps the last state until the dialog has faded out. */
function useFadeOut(place: CategoryMenuState | undefined): CategoryMenuState | undefined {
  const [kept, setKept] = useState(place);
  if (place && place !== kept) setKept(place);
  const unmountKept = useEffectEvent(() => setKept(undefined));
  useEffect(() => {
    if (place) return;
    const timer = setTimeout(unmountKept, FADE_MS);
    return () => clearTimeout(timer);
  }, [place]);
  return place ?? kept;
}
