import { lazy, Suspense, useEffect, useState } from 'react';
import { withMessages } from '@/shared/i18n/load-messages';
import { whenIdle } from '@/shared/scheduling/when-idle';
import { ShellPart } from './ShellPart';

const WeatherChip = lazy(() =>
  withMessages('branches', import('@/features/weather/WeatherChip')).then((module) => ({
    default: module.WeatherChip,
  })),
);

/** Reserves the weather's place in the info bar. Its code and request wait until the page is idle. */
export function WeatherSlot() {
  const [isTime, setTime] = useState(false);
  useEffect(() => whenIdle(() => setTime(true)), []);
  return (
    <div className="flex min-h-11 min-w-11 shrink items-center lg:min-w-24">
      {isTime && (
        <ShellPart height="">
          <Suspense>
            <WeatherChip />
          </Suspense>
        </ShellPart>
      )}
    </div>
  );
}
