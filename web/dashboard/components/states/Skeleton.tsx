import { t } from '../../lib/texts.tsx'

export type SkeletonShape = 'lines' | 'table' | 'cards' | 'page'

const LINES = ['90%', '70%', '80%', '45%']

const Bar = ({ width = '100%' }: { width?: string }) => <span class="bar" style={{ width }} />

const Rows = () => (
  <div class="card skeleton-table">
    {[0, 1, 2, 3, 4, 5].map((row) => (
      <div key={row}>
        <Bar width={`${[70, 50, 60, 80, 45, 65][row]}%`} />
        <Bar width="60%" />
        <Bar width="40%" />
      </div>
    ))}
  </div>
)

const Cards = () => (
  <div class="columns">
    {[0, 1, 2].map((card) => (
      <div key={card} class="card stack">
        <Bar width="40%" />
        <Bar width="70%" />
        <Bar width="55%" />
      </div>
    ))}
  </div>
)

const SHAPES: Readonly<Record<SkeletonShape, () => preact.JSX.Element>> = {
  lines: () => (
    <div class="stack">
      {LINES.map((width) => (
        <Bar key={width} width={width} />
      ))}
    </div>
  ),
  table: Rows,
  cards: Cards,
  page: () => (
    <div class="stack">
      <span class="bar heading" />
      <Rows />
    </div>
  ),
}

/**
 * Draws the shape of what is loading, so that the page does not jump. Appears only if the answer
 * takes a moment.
 */
export function Skeleton({ shape = 'lines' }: { shape?: SkeletonShape }) {
  const Shape = SHAPES[shape]
  return (
    <div class="skeleton" role="status">
      <span class="sr-only">{t('Loading …')}</span>
      <div aria-hidden="true">
        <Shape />
      </div>
    </div>
  )
}
