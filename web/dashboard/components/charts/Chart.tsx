import { useEffect, useId, useRef, useState } from 'preact/hooks'
import uPlot from 'uplot'
import { formatShort } from '../../format.ts'
import { locale } from '../../language.ts'
import { ChartTable } from './ChartTable.tsx'
import { bucketName, type ChartProps, type ChartSeries } from './chartData.ts'

const HEIGHT = 220
/** Distinguishes lines by more than their colour. */
const DASHES = { 1: [], 2: [7, 4], 3: [2, 3], 4: [10, 3, 2, 3] }

/** Lines over time, with the same values as a table for screen readers. */
export function Chart(props: ChartProps) {
  const { title, times, bucket, series, empty } = props
  const place = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<number | null>(null)
  const [theme, setTheme] = useState(0)
  const id = useId()
  const isEmpty = series.every(({ values }) => values.every((value) => !value))
  const shown = JSON.stringify([times, bucket, series.map(({ name, values }) => [name, values])])

  useEffect(() => onThemeChange(() => setTheme((count) => count + 1)), [])
  useEffect(() => {
    const element = place.current
    if (!element) return
    const plot = new uPlot(optionsOf(element, props, setAt), dataOf(props), element)
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      plot.destroy()
      setAt(null)
    }
  }, [shown, theme, isEmpty])

  return (
    <figure class="card chart" aria-labelledby={id}>
      <figcaption>
        <h2 id={id}>{title}</h2>
        {!isEmpty && (
          <p class="small muted chart-at">
            {at === null || !times[at]
              ? `By ${bucket}${bucket === 'day' ? ', in UTC' : ', in your time zone'}`
              : bucketName(times[at], bucket)}
          </p>
        )}
      </figcaption>
      {isEmpty ? (
        <p class="chart-empty muted">{empty}</p>
      ) : (
        <>
          <ul class="chart-legend small">
            {series.map(({ name, values, colour, format = formatShort }) => {
              const value = at === null ? undefined : values[at]
              return (
                <li key={name}>
                  <Line colour={colour} />
                  {name}
                  {at !== null && <strong>{value == null ? 'none' : format(value)}</strong>}
                </li>
              )
            })}
          </ul>
          <div class="chart-place" ref={place} aria-hidden="true" />
          <ChartTable {...props} />
        </>
      )}
    </figure>
  )
}

const Line = ({ colour }: Pick<ChartSeries, 'colour'>) => (
  <svg width="22" height="6" aria-hidden="true">
    <line
      class={`series-${colour}`}
      x1="1"
      y1="3"
      x2="21"
      y2="3"
      stroke-width="2.5"
      stroke-dasharray={DASHES[colour].join(' ')}
    />
  </svg>
)

function onThemeChange(changed: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', changed)
  addEventListener('parley-theme', changed)
  return () => {
    system.removeEventListener('change', changed)
    removeEventListener('parley-theme', changed)
  }
}

const dataOf = ({ times, series }: ChartProps): uPlot.AlignedData => [
  times.map((time) => new Date(time).getTime() / 1_000),
  ...series.map(({ values }) => [...values]),
]

/**
 * Returns the colour that a token has on this element, because a canvas knows no tokens. Uses a new element
 * for each, because the colours of existing ones may be in transition.
 */
function coloursOf(element: HTMLElement): (token: string) => string {
  return (token) => {
    const probe = document.createElement('i')
    probe.style.color = `var(${token})`
    element.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }
}

const faint = (colour: string) => colour.replace(/^rgb\((.*)\)$/, 'rgba($1, 0.13)')

/** Returns the indexes of values without a neighbour, which no line reaches. */
const alone = (values: ChartSeries['values']) =>
  values.flatMap((value, n) => (value !== null && values[n - 1] == null && values[n + 1] == null ? [n] : []))

/** Returns the width of the axis in CSS pixels, so that its longest label fits. */
function roomFor(plot: uPlot, labels: string[] | null): number {
  if (!labels?.length) return 62
  plot.ctx.save()
  // The axis has its font in the canvas's pixels.
  plot.ctx.font = String(plot.axes[1]!.font?.[0])
  const widest = Math.max(...labels.map((label) => plot.ctx.measureText(label).width))
  plot.ctx.restore()
  return Math.ceil(widest / devicePixelRatio) + 14
}

const WHOLE = Array.from({ length: 13 }, (_, n) => [1, 2, 5].map((step) => step * 10 ** n)).flat()

function optionsOf(
  element: HTMLElement,
  { bucket, series }: ChartProps,
  onCursor: (index: number | null) => void,
): uPlot.Options {
  const colour = coloursOf(element)
  const font = `12px ${getComputedStyle(element).fontFamily}`
  const axis = { stroke: colour('--text-muted'), font, ticks: { show: false } }
  const format = series[0]?.format ?? formatShort
  return {
    width: element.clientWidth,
    height: HEIGHT,
    padding: [10, 12, 0, 0],
    legend: { show: false },
    // The chart says that its days are in UTC.
    ...(bucket === 'day' && {
      tzDate: (seconds: number) => uPlot.tzDate(new Date(seconds * 1_000), 'Etc/UTC'),
    }),
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
    hooks: { setCursor: [(plot) => onCursor(plot.cursor.idx ?? null)] },
    scales: { y: { range: (_plot, _least, most) => [0, most > 0 ? most * 1.08 : 1] } },
    axes: [
      {
        ...axis,
        size: 30,
        grid: { show: false },
        space: 70,
        values: (_plot, splits) => labelsOf(splits, bucket),
      },
      {
        ...axis,
        size: roomFor,
        // Counts are whole numbers.
        ...(series.every((one) => !one.format) && { incrs: WHOLE }),
        grid: { stroke: colour('--line'), width: 1 },
        values: (_plot, splits) => splits.map((value) => (value === 0 ? '0' : format(value))),
      },
    ],
    series: [
      {},
      ...series.map(
        ({ name, values, colour: number, isFilled }): uPlot.Series => ({
          label: name,
          stroke: colour(`--series-${number}`),
          width: 2,
          dash: DASHES[number],
          ...(isFilled && { fill: faint(colour(`--series-${number}`)) }),
          points: { size: 6, filter: (_plot, _index, show) => (show ? null : alone(values)) },
        }),
      ),
    ],
  }
}

/** Labels hours by their time and midnights by their date; labels days by their date. */
function labelsOf(splits: readonly number[], bucket: 'hour' | 'day'): string[] {
  const dates = new Intl.DateTimeFormat(locale, {
    ...{ day: 'numeric', month: 'short' },
    ...(bucket === 'day' && { timeZone: 'UTC' }),
  })
  const times = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })
  const step = (splits[1] ?? 0) - (splits[0] ?? 0)
  return splits.map((seconds) => {
    const date = new Date(seconds * 1_000)
    const isMidnight = date.getHours() === 0 && date.getMinutes() === 0
    return bucket === 'day' || step >= 86_400 || isMidnight ? dates.format(date) : times.format(date)
  })
}
