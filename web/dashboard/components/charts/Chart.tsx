import { onDemand } from '../onDemand.tsx'
import type { ChartProps } from './chartData.ts'

/**
 * A chart of values over time. The drawing code is a third of a first page's size, so it loads when
 * a chart is shown.
 */
export const Chart = onDemand<ChartProps>(
  () => import('./ChartDrawing.tsx').then(({ ChartDrawing }) => ChartDrawing),
  { isFirst: true, shape: 'cards' },
)
