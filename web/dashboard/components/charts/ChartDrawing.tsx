import { useEffect, useId, useRef, useState } from 'preact/hooks'
import uPlot from 'uplot'
import { useLocation } from 'wouter-preact'
import { formatShort } from '../../lib/format.ts'
import { t } from '../../lib/texts.tsx'
import { ChartTable } from './ChartTable.tsx'
import { isWholeHours, timezone } from './calendar.ts'
import { bucketName, type ChartProps, type ChartSeries, captionOf, labelOf } from './chartData.ts'
import { DASHES, dataOf, HEIGHT, isPart, optionsOf } from './plot.ts'

/**
 * Figures over time, as bars or lines. The pointer or the arrow keys read a bucket; a click or
 * Enter opens the list that it counts. A table shows the same values.
 */
export function ChartDrawing(props: ChartProps) {
  const { title, times, bucket, series, empty, kind = 'bars', linkOf } = props
  const place = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<number | null>(null)
  const [theme, setTheme] = useState(0)
  const [, go] = useLocation()
  const id = useId()
  const isEmpty = series.every(({ values }) => values.every((value) => !value))
  const shown = JSON.stringify([
    times,
    bucket,
    kind,
    series.map(({ name, values }) => [name, values]),
  ])
  const start = at === null ? undefined : times[at]

  useEffect(() => onThemeChange(() => setTheme((count) => count + 1)), [])
  const plot = useRef<uPlot>()
  useEffect(() => {
    const element = place.current
    if (!element) return
    const made = new uPlot(optionsOf(element, props, setAt), dataOf(props), element)
    plot.current = made
    const observer = new ResizeObserver(() =>
      made.setSize({ width: element.clientWidth, height: HEIGHT }),
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      made.destroy()
      setAt(null)
    }
  }, [shown, theme, isEmpty])

  const read = (index: number | null) => {
    if (!plot.current) return
    if (index === null) plot.current.setCursor({ left: -10, top: -10 })
    else plot.current.setCursor({ left: plot.current.valToPos(index, 'x'), top: 0 })
    setAt(index)
  }
  const open = () => start && linkOf && go(linkOf(start))
  const press = (event: KeyboardEvent) => {
    const last = times.length - 1
    const to: Record<string, number | null> = {
      ArrowLeft: Math.max(0, (at ?? times.length) - 1),
      ArrowRight: Math.min(last, (at ?? -1) + 1),
      Home: 0,
      End: last,
      Escape: null,
    }
    if (event.key === 'Enter') open()
    else if (event.key in to) read(to[event.key]!)
    else return
    event.preventDefault()
  }
  const textOf = ({ values, format = formatShort }: ChartSeries, index: number) =>
    values[index] == null ? t('none') : format(values[index])
  const nameOf = (index: number) => {
    const bucketed = bucketName(times[index]!, bucket)
    return isPart(props, times[index]!)
      ? t('{bucket} (incomplete)', { bucket: bucketed })
      : bucketed
  }

  return (
    <figure class="card chart" aria-labelledby={id}>
      <figcaption>
        <h2 id={id}>{title}</h2>
        {!isEmpty && (
          <p class="small muted chart-at">
            {at === null || !start ? captionOf(bucket, timezone.replaceAll('_', ' ')) : nameOf(at)}
          </p>
        )}
      </figcaption>
      {isEmpty ? (
        <p class="chart-empty muted">{empty}</p>
      ) : (
        <>
          <ul class="chart-legend small">
            {series.map((line) => (
              <li key={line.name}>
                <Mark colour={line.colour} isLine={kind === 'lines'} />
                {line.name}
                {at !== null && start && <strong>{textOf(line, at)}</strong>}
              </li>
            ))}
          </ul>
          <div
            class={`chart-place${linkOf && start ? ' leads' : ''}`}
            ref={place}
            role="slider"
            tabIndex={0}
            aria-label={labelOf(bucket, title)}
            aria-valuemin={1}
            aria-valuemax={times.length}
            aria-valuenow={(at ?? 0) + 1}
            aria-valuetext={
              at === null || !start
                ? t('Read with the arrow keys')
                : [nameOf(at), ...series.map((line) => `${line.name}: ${textOf(line, at)}`)].join(
                    ', ',
                  )
            }
            onKeyDown={press}
            onClick={open}
            onBlur={() => read(null)}
          />
          {bucket !== 'hour' && !isWholeHours && (
            <p class="small muted">
              {t(
                'Your time zone is not whole hours from UTC. The hour at midnight counts on the day before.',
              )}
            </p>
          )}
          <ChartTable {...props} />
        </>
      )}
    </figure>
  )
}

const Mark = ({ colour, isLine }: { colour: ChartSeries['colour']; isLine: boolean }) =>
  isLine ? (
    <svg width="22" height="6" aria-hidden="true" class={`series-${colour}`}>
      <line
        x1="1"
        y1="3"
        x2="21"
        y2="3"
        stroke-width="2.5"
        stroke-dasharray={DASHES[colour].join(' ')}
      />
    </svg>
  ) : (
    <svg width="10" height="10" aria-hidden="true" class={`series-${colour}`}>
      <rect x="1" y="1" width="8" height="8" rx="2" stroke-width="0" fill="currentColor" />
    </svg>
  )

function onThemeChange(changed: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const forced = matchMedia('(forced-colors: active)')
  for (const query of [system, forced]) query.addEventListener('change', changed)
  addEventListener('parley-theme', changed)
  return () => {
    for (const query of [system, forced]) query.removeEventListener('change', changed)
    removeEventListener('parley-theme', changed)
  }
}
