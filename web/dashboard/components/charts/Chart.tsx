import { onDemand } from '../onDemand.tsx'
import type { ChartProps } from './chartData.ts'

/**
 * A chart of values over time. What draws it is a third of a first page, so it loads when a chart
 * is shown.
 */
export const Chart = onDemand<ChartProps>(
  () => import('./ChartDrawing.tsx').then(({ ChartDrawing }) => ChartDrawing),
  { isFirst: true, shape: 'cards' },
)
