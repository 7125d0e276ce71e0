import { useId } from 'react';
import {
  Bar,
  BarChart,
  type BarShapeProps,
  CartesianGrid,
  LabelList,
  Rectangle,
  ResponsiveContainer,
  XAxis,
  YAxis,
} from 'recharts';
import { axisText, plotText, type SalesMeasure, type SalesPoint } from './sales-figures';

type SalesPlotProps = { points: SalesPoint[]; measure: SalesMeasure };

const HEIGHT = 208;
const MARGIN = { top: 18, right: 4, bottom: 0, left: 4 };
const TEXT = { fill: 'var(--text-3)', fontSize: 12 };

/**
 * Bar chart of a period beside the week before; the current, incomplete bar is hatched. It is hidden from screen
 * readers, because the table has the same figures.
 */
export default function SalesPlot({ points, measure }: SalesPlotProps) {
  const hatch = useId();
  const bar = ({ index, x, y, width, height }: BarShapeProps) => (
    <Rectangle
      {...{ x, y, width, height }}
      radius={3}
      fill={points[index]?.isOpen ? `url(#${hatch})` : 'var(--action)'}
    />
  );
  return (
    <div aria-hidden className="o-plot" data-plot={measure}>
      <ResponsiveContainer width="100%" height={HEIGHT}>
        <BarChart
          data={points}
          margin={MARGIN}
          barGap={3}
          barCategoryGap="22%"
          accessibilityLayer={false}
        >
          <defs>
            <pattern
              id={hatch}
              width="6"
              height="6"
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <rect width="6" height="6" fill="var(--surface)" />
              <rect width="3" height="6" fill="var(--action)" />
            </pattern>
          </defs>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="label"
            axisLine={{ stroke: 'var(--line-strong)' }}
            tickLine={false}
            tick={TEXT}
            interval={0}
          />
          <YAxis
            width={34}
            axisLine={false}
            tickLine={false}
            tick={TEXT}
            tickCount={5}
            allowDecimals={measure === 'revenue'}
            tickFormatter={(value: number) => axisText(value, measure)}
          />
          <Bar
            dataKey="before"
            fill="var(--o-compare)"
            radius={3}
            maxBarSize={28}
            isAnimationActive={false}
          />
          <Bar dataKey="value" maxBarSize={28} isAnimationActive={false} shape={bar}>
            <LabelList
              dataKey="value"
              position="top"
              className="o-plot-value"
              formatter={(value) => (Number(value) > 0 ? plotText(Number(value), measure) : '')}
            />
          </Bar>
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}
