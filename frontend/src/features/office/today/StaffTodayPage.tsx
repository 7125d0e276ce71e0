import '../styles/office-orders.css';
import '../styles/office-products.css';
import '../styles/office-today.css';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { RefreshCw, TriangleAlert } from 'lucide-react';
import { useNow } from '@/shared/hooks/use-now';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { Icon } from '@/shared/ui/Icon';
import { Skeleton } from '@/shared/ui/Skeleton';
import { shownBranch } from '../branch-param';
import { useHomeBranch } from '../home-branch';
import { ListFailed } from '../ListFailed';
import { PageNotice } from '../ListNotices';
import { OfficeButton } from '../OfficeButton';
import { shopDay, shopTime, shortDay, weekdayOf } from '../office-dates';
import { OfficeTop } from '../shell/OfficeTop';
import { useOfficeTitle } from '../shell/use-office-title';
import { useMay } from '../staff-access';
import { useOffice } from '../use-office-format';
import { BestSellers } from './BestSellers';
import { MissedSearches } from './MissedSearches';
import { SalesPanels } from './SalesPanels';
import {
  parseTodayParams,
  type StaffToday,
  type StaffTodayParams,
  staffTodayQuery,
  type TodaySource,
} from './staff-today-api';
import { WaitingBranch } from './WaitingBranch';
import { WaitingTiles } from './WaitingTiles';

const CLOCK_MS = 30_000;

/** Start page of the back office: waiting work, and for managers the figures of the day. */
export function StaffTodayPage() {
  const { t } = useOffice();
  const may = useMay();
  const home = useHomeBranch();
  const params = parseTodayParams(useSearch({ strict: false }));
  const query = useQuery(staffTodayQuery(shownBranch(params.branch_id, home)));
  const title = t('office.today');
  useOfficeTitle(title);
  const retry = () => void query.refetch();
  return (
    <>
      <OfficeTop title={title} searches={may('orders') ? 'orders' : 'products'} />
      <div className="o-body">
        <PageNotice error={query.error} updatedAt={query.dataUpdatedAt} />
        {query.data && (
          <Figures
            today={query.data}
            params={params}
            home={home}
            isLoading={query.isFetching}
            onRetry={retry}
          />
        )}
        {query.isPending && <TodaySkeleton />}
        {query.isError && !query.data && <ListFailed error={query.error} onRetry={retry} />}
      </div>
    </>
  );
}

type FiguresProps = {
  today: StaffToday;
  params: StaffTodayParams;
  home: number | undefined;
  isLoading: boolean;
  onRetry: () => void;
};

function Figures({ today, params, home, isLoading, onRetry }: FiguresProps) {
  const { t, language } = useOffice();
  const now = useNow(CLOCK_MS);
  const day = shopDay(Date.parse(today.at));
  const date = `${weekdayOf(day, language)} ${shortDay(day, language, true)}`;
  return (
    <div className="o-today o-stack">
      {today.unavailable.length > 0 && (
        <Unavailable sources={today.unavailable} isLoading={isLoading} onRetry={onRetry} />
      )}
      <section aria-labelledby="today-waits">
        <div className="o-row o-today-head">
          <h2 id="today-waits" className="o-h2 o-grow">
            {t('office.waits')}
          </h2>
          <WaitingBranch params={params} home={home} />
          <time dateTime={today.at} className="o-note tabular-nums">
            {date}, {shopTime(today.at)}
          </time>
        </div>
        <WaitingTiles today={today} now={now} params={params} />
      </section>
      {today.sales && <SalesPanels sales={today.sales} />}
      {(today.sales || today.searches) && (
        <div className="o-today-pair">
          {today.sales && <BestSellers products={today.sales.best_sellers} />}
          {today.searches && <MissedSearches searches={today.searches} />}
        </div>
      )}
    </div>
  );
}

const SOURCES: Record<TodaySource, MessageKey> = {
  orders: 'office.source.orders',
  catalog: 'office.source.catalog',
  chat: 'office.chat',
  messages: 'office.messages',
  search: 'office.source.search',
};

type UnavailableProps = { sources: TodaySource[]; isLoading: boolean; onRetry: () => void };

/** Notice of missing figures, whose service does not respond. */
function Unavailable({ sources, isLoading, onRetry }: UnavailableProps) {
  const { t } = useOffice();
  const names = sources.map((source) => t(SOURCES[source])).join(', ');
  return (
    <div role="status" data-kind="warn" className="o-bar">
      <Icon of={TriangleAlert} />
      <p className="o-grow">{t('office.figuresMissing', { names })}</p>
      <OfficeButton icon={RefreshCw} isLoading={isLoading} onClick={onRetry}>
        {t('action.retry')}
      </OfficeButton>
    </div>
  );
}

function TodaySkeleton() {
  const { t } = useOffice();
  return (
    <div role="status" aria-label={t('state.loading')} className="o-today o-stack">
      <Skeleton className="h-40" />
      <Skeleton className="h-72" />
      <Skeleton className="h-72" />
    </div>
  );
}
