import { Columns3 } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import { cx } from '@/shared/ui/cx';
import { Skeleton } from '@/shared/ui/Skeleton';
import { OfficeButton } from '../OfficeButton';
import { kipText, OfficeKip } from '../OfficeKip';
import { shopDay, shortDay, weekdayOf } from '../office-dates';
import { Segments } from '../Segments';
import { useOffice } from '../use-office-format';
import { ChangeText } from './ChangeText';
import { SalesTable } from './SalesTable';
import { changeOf, type SalesMeasure, type SalesSpan, salesPoints } from './sales-figures';
import type { SalesSeries, StaffToday } from './staff-today-api';

// Only this page loads the chart library.
const SalesPlot = lazy(() => import('./SalesPlot'));

type Sales = NonNullable<StaffToday['sales']>;

/** Panels of revenue and orders by day or by week, compared with the week before, as charts or tables. */
export function SalesPanels({ sales }: { sales: Sales }) {
  const { t } = useOffice();
  const [span, setSpan] = useState<SalesSpan>('days');
  const [isTable, setTable] = useState(false);
  const series = sales[span];
  const shared = { series, span, isTable };
  return (
    <div className="o-today-pair">
      <SalesPanel {...shared} measure="revenue" title={t('office.revenue')}>
        <Segments
          label={t('office.span')}
          choices={[
            { value: 'days', label: t('office.span.days') },
            { value: 'weeks', label: t('office.span.weeks') },
          ]}
          value={span}
          onChoose={setSpan}
        />
        <OfficeButton
          kind="quiet"
          icon={Columns3}
          aria-pressed={isTable}
          onClick={() => setTable(!isTable)}
        >
          {t('office.asTable')}
        </OfficeButton>
      </SalesPanel>
      <SalesPanel {...shared} measure="orders" title={t('office.orders')} />
    </div>
  );
}

type SalesPanelProps = {
  title: string;
  measure: SalesMeasure;
  series: SalesSeries;
  span: SalesSpan;
  isTable: boolean;
  children?: React.ReactNode;
};

function SalesPanel({ title, measure, series, span, isTable, children }: SalesPanelProps) {
  const { t, language } = useOffice();
  const id = useId();
  const label = (start: string, isOpen: boolean) => {
    const day = shopDay(Date.parse(start));
    if (isOpen) return t(span === 'days' ? 'office.today' : 'office.thisWeek');
    return span === 'days' ? weekdayOf(day, language) : shortDay(day, language);
  };
  const points = salesPoints(series, measure, label);
  const isMoney = measure === 'revenue';
  const before = isMoney ? series.revenue_before : series.orders_before;
  return (
    <section aria-labelledby={id} className="o-panel">
      <div className="o-panel-head o-wrap">
        <h2 id={id} className="o-h2">
          {title}
        </h2>
        {children}
      </div>
      <div className="o-panel-body o-stack gap-2">
        <p className="o-kpi">
          <b>{isMoney ? <OfficeKip value={series.revenue} /> : series.orders}</b>
          <ChangeText change={changeOf(series[measure], before)} isSentence />
          {!isMoney && series.orders > 0 && (
            <span className="o-note">
              {t('office.average')} <OfficeKip value={Math.round(series.revenue / series.orders)} />
            </span>
          )}
        </p>
        {isMoney && series.reduced > 0 && (
          <p className="o-note">{t('office.reduced', { amount: kipText(series.reduced) })}</p>
        )}
        {!isTable && <Legend span={span} isMoney={isMoney} />}
        {!isTable && (
          <Suspense fallback={<Skeleton className="h-52" />}>
            <SalesPlot points={points} measure={measure} />
          </Suspense>
        )}
        <div className={cx(!isTable && 'sr-only')}>
          <SalesTable title={title} span={span} points={points} isMoney={isMoney} />
        </div>
      </div>
    </section>
  );
}

function Legend({ span, isMoney }: { span: SalesSpan; isMoney: boolean }) {
  const { t } = useOffice();
  return (
    <p aria-hidden className="o-legend">
      <span data-bar="now">
        {t(span === 'days' ? 'office.legend.days' : 'office.legend.weeks')}
      </span>
      <span data-bar="open">{t('office.legend.open')}</span>
      <span data-bar="before">{t('office.weekBefore')}</span>
      {isMoney && <span className="o-muted">{t('office.millionKip')}</span>}
    </p>
  );
}
