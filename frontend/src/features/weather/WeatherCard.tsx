import { ChevronLeft, ChevronRight, Pause, Play, RefreshCw } from 'lucide-react';
import type { Weather } from '@/shared/api/types';
import { useNow } from '@/shared/hooks/use-now';
import { useLocal, useT } from '@/shared/i18n/language-context';
import { IconButton } from '@/shared/ui/Button';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { ageText, conditionKey, degrees, iconOf } from './condition-labels';

const MINUTE = 60_000;

type WeatherCardProps = {
  weather: Weather;
  count: number;
  isStopped: boolean;
  isRefreshing: boolean;
  /** Whether the last refetch failed, so that the data is older. */
  hasFailed: boolean;
  onStep: (by: number) => void;
  onStop: () => void;
  onRefresh: () => void;
};

/** Weather card of one branch with all values, and buttons for the other branches. */
export function WeatherCard(props: WeatherCardProps) {
  const { weather, count, isStopped, isRefreshing, hasFailed, onStep, onStop, onRefresh } = props;
  const t = useT();
  const local = useLocal();
  const condition = conditionKey(weather);
  return (
    <div className="w-72 animate-[rise-in_var(--t-base)_var(--ease-out)] rounded-lg bg-surface p-4 pb-2 text-sm whitespace-normal text-text shadow-3 inset-ring inset-ring-line max-md:w-full">
      <p className="font-semibold">
        <LocalizedText>
          {local(weather.branchName) ? weather.branchName : weather.cityName}
        </LocalizedText>
      </p>
      <div className="mt-1 flex items-center gap-3">
        <Icon of={iconOf(weather)} size="l" className="text-link" />
        <span className="num text-2xl leading-num font-bold">{degrees(weather.temp)}</span>
        {condition && <LocalizedText>{t(condition)}</LocalizedText>}
      </div>
      <dl className="mt-3 grid grid-cols-[1fr_auto] items-baseline gap-x-4 gap-y-1 text-text-2">
        <dt>{t('weather.feelsLike')}</dt>
        <dd className="num text-end">{degrees(weather.feels_like)}</dd>
        <dt>{t('weather.humidity')}</dt>
        <dd className="num text-end">
          <Ltr>{`${Math.round(weather.humidity)}%`}</Ltr>
        </dd>
        <dt>{t('weather.wind')}</dt>
        <dd className="num text-end">
          {t('weather.windSpeed', { speed: weather.windSpeed.toFixed(1) })}
        </dd>
      </dl>
      <p className="mt-2 text-xs text-text-3">
        {weather.estimated ? (
          <LocalizedText>{t('weather.estimated')}</LocalizedText>
        ) : (
          <Age of={weather.timestamp} />
        )}
      </p>
      {hasFailed && (
        <p role="status" className="text-xs text-warn">
          <LocalizedText>{t('weather.noAnswer')}</LocalizedText>
        </p>
      )}
      <div className="mt-1 flex items-center border-t border-line pt-1">
        <IconButton
          icon={RefreshCw}
          label={t('weather.refresh')}
          aria-busy={isRefreshing}
          onClick={onRefresh}
          className={cx('-ms-3 md:hidden', isRefreshing && '[&_svg]:animate-spin')}
        />
        {count > 1 && (
          <span className="ms-auto -me-3 flex">
            <IconButton
              icon={ChevronLeft}
              label={t('weather.previous')}
              onClick={() => onStep(-1)}
              className="rtl:-scale-x-100"
            />
            <IconButton
              icon={isStopped ? Play : Pause}
              label={t(isStopped ? 'weather.play' : 'weather.pause')}
              onClick={onStop}
              className="motion-reduce:hidden"
            />
            <IconButton
              icon={ChevronRight}
              label={t('weather.next')}
              onClick={() => onStep(1)}
              className="rtl:-scale-x-100"
            />
          </span>
        )}
      </div>
    </div>
  );
}

function Age({ of: timestamp }: { of: string }) {
  const t = useT();
  const since = ageText(timestamp, useNow(MINUTE));
  return (
    <LocalizedText>
      {'hours' in since ? t('weather.hoursAgo', since) : t('weather.minutesAgo', since)}
    </LocalizedText>
  );
}
