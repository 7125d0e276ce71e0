import { useQuery } from '@tanstack/react-query';
import { LoaderCircle, RotateCcw } from 'lucide-react';
import { useCallback, useId, useRef, useState } from 'react';
import { useBackCloses } from '@/shared/hooks/use-back-closes';
import { useDismiss } from '@/shared/hooks/use-dismiss';
import { useRotation } from '@/shared/hooks/use-rotation';
import { useWide } from '@/shared/hooks/use-wide';
import { useLocal, useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { pressable } from '@/shared/ui/pressable';
import { degrees, iconOf } from './condition-labels';
import { NoBranchesError, WeatherDataError } from './read-weather';
import { WeatherCard } from './WeatherCard';
import { weatherQuery } from './weather-query';

const ROTATION_MS = 7_000;

/** Weather in the info bar: temperature and place, rotating through the branches. A click opens the card. */
export function WeatherChip() {
  const t = useT();
  const local = useLocal();
  const { data, error, isFetching, refetch } = useQuery(weatherQuery());
  const [isPinned, setPinned] = useState(false);
  const [isNear, setNear] = useState(false);
  const [isStopped, setStopped] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const isOpen = isPinned || isNear;
  const close = useCallback(() => {
    setPinned(false);
    setNear(false);
  }, []);
  useDismiss(box, isOpen, close);
  // Below the width of a tablet the card covers the page.
  const isWide = useWide();
  useBackCloses(isPinned && !isWide, close);
  const count = data?.length ?? 0;
  const { index, step } = useRotation(count, ROTATION_MS, isStopped || isOpen || isFocused);
  const shown = data?.[index];

  if (!shown) {
    return error && !isFetching ? (
      <WeatherError text={t(errorKey(error))} onRetry={() => void refetch()} />
    ) : (
      <span role="status" className="flex items-center gap-1.5">
        <Icon of={LoaderCircle} size="s" className="animate-spin" />
        <span className="max-lg:sr-only">{t('weather.loading')}</span>
      </span>
    );
  }

  const city = local(shown.cityName) ? shown.cityName : shown.branchName;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer and focus only hold the rotation; the button opens
    <div
      ref={box}
      className="relative flex min-w-0 items-center"
      onPointerEnter={(event) => event.pointerType === 'mouse' && setNear(true)}
      onPointerLeave={() => setNear(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setPinned(!isPinned)}
        className="flex min-h-11 max-w-full items-center gap-1.5 rounded-xs hover:text-link"
      >
        <Icon of={iconOf(shown)} size="s" />
        <span className="sr-only">{t('weather.label')} </span>
        <span className="num">{degrees(shown.temp)}</span>{' '}
        <span className="truncate max-[22.4rem]:sr-only">
          <LocalizedText>{city}</LocalizedText>
        </span>
      </button>
      <button
        type="button"
        aria-label={t('weather.refresh')}
        {...pressable(isFetching, () => void refetch())}
        className="grid size-11 flex-none lg:size-8 lg:pointer-coarse:size-11 place-items-center rounded-md text-text-3 hover:text-link max-md:hidden"
      >
        <Icon of={RotateCcw} size="s" className={isFetching ? 'animate-spin' : undefined} />
      </button>
      {isOpen && (
        <div
          id={id}
          className="absolute start-0 top-full z-(--z-popover) pt-1 max-md:fixed max-md:inset-x-2 max-md:top-auto"
        >
          <WeatherCard
            weather={shown}
            count={count}
            isStopped={isStopped}
            isRefreshing={isFetching}
            hasFailed={error !== null}
            onStep={step}
            onStop={() => setStopped(!isStopped)}
            onRefresh={() => void refetch()}
          />
        </div>
      )}
    </div>
  );
}

function WeatherError({ text, onRetry }: { text: string; onRetry: () => void }) {
  const t = useT();
  return (
    <span role="alert" className="flex items-center gap-1" title={text}>
      {t('weather.error')}
      <span className="sr-only">: {text}</span>
      <button
        type="button"
        aria-label={t('weather.retry')}
        onClick={onRetry}
        className="grid size-11 place-items-center rounded-md hover:text-link"
      >
        <Icon of={RotateCcw} size="s" />
      </button>
    </span>
  );
}

function errorKey(error: Error): MessageKey {
  if (error instanceof NoBranchesError) return 'weather.noBranches';
  return error instanceof WeatherDataError || error instanceof SyntaxError
    ? 'weather.badData'
    : 'weather.noAnswer';
}
