import uPlot from 'uplot'
import { formatShort } from '../../lib/format.ts'
import { nextOf } from './calendar.ts'
import { bucketLabel, type ChartProps, type ChartSeries } from './chartData.ts'

export const HEIGHT = 220
/** Dashes that distinguish lines without their colour. */
export const DASHES = { 1: [], 2: [7, 4], 3: [2, 3], 4: [10, 3, 2, 3] }

/**
 * Returns a function that resolves a colour token on this element, because a canvas cannot use
 * tokens. It makes a new element for each token, because the colours of existing elements may be in
 * transition.
 */
function coloursOf(element: HTMLElement): (token: string) => string {
  return (token) => {
    const probe = document.createElement('i')
    probe.style.color = `var(${token})`
    // Forced colours would give all series the same colour.
    if (token.startsWith('--series')) probe.style.setProperty('forced-color-adjust', 'none')
    element.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }
}

const faint = (colour: string) => colour.replace(/^rgb\((.*)\)$/, 'rgba($1, 0.3)')

/** Returns the indexes of values without a neighbour, which no line connects. */
const alone = (values: ChartSeries['values']) =>
  values.flatMap((value, n) =>
    value !== null && values[n - 1] == null && values[n + 1] == null ? [n] : [],
  )

/** Returns the width of the axis in CSS pixels, wide enough for its longest label. */
function roomFor(plot: uPlot, labels: string[] | null): number {
  if (!labels?.length) return 62
  plot.ctx.save()
  // uPlot gives the axis's font in pixels of the canvas.
  plot.ctx.font = String(plot.axes[1]!.font?.[0])
  const widest = Math.max(...labels.map((label) => plot.ctx.measureText(label).width))
  plot.ctx.restore()
  return Math.ceil(widest / devicePixelRatio) + 14
}

const WHOLE = Array.from({ length: 13 }, (_, n) => [1, 2, 5].map((step) => step * 10 ** n)).flat()
const STEPS = [1, 2, 3, 4, 6, 7, 8, 10, 12, 14]

/** Whether a bucket is only partly in the window, such as the current bucket. */
export const isPart = ({ window, bucket }: ChartProps, start: string) =>
  window !== undefined &&
  (Date.parse(start) < Date.parse(window.from) ||
    nextOf(Date.parse(start), bucket) > Date.parse(window.to))

/** Returns the series in drawing order. Later series cover earlier series. */
export const drawn = ({ kind, series }: ChartProps): readonly ChartSeries[] =>
  kind === 'stack' ? [...series].reverse() : series

/** Buckets are drawn equally wide, although a day may have 23 hours and a month 28 days. */
export function dataOf(props: ChartProps): uPlot.AlignedData {
  const { kind, times, series } = props
  const upTo = (last: ChartSeries) =>
    times.map((_, n) => {
      const parts = series.slice(0, series.indexOf(last) + 1).map(({ values }) => values[n] ?? 0)
      return parts.reduce((sum, part) => sum + part, 0)
    })
  return [
    times.map((_, n) => n),
    ...drawn(props).map((line) => (kind === 'stack' ? upTo(line) : [...line.values])),
  ]
}

/** @param onCursor called with the bucket below the pointer; null: no bucket */
export function optionsOf(
  element: HTMLElement,
  props: ChartProps,
  onCursor: (index: number | null) => void,
): uPlot.Options {
  const { bucket, series, times, kind = 'bars' } = props
  const colour = coloursOf(element)
  const font = `12px ${getComputedStyle(element).fontFamily}`
  const axis = { stroke: colour('--text-muted'), font, ticks: { show: false } }
  const format = series[0]?.format ?? formatShort
  const isLine = kind === 'lines'
  const parts = times.map((time) => isPart(props, time))
  const shape = (number: ChartSeries['colour']): Partial<uPlot.Series> => {
    const solid = colour(`--series-${number}`)
    if (isLine) return { width: 2, dash: DASHES[number] }
    const fills = parts.map((part) => (part ? faint(solid) : solid))
    const strokes = parts.map(() => solid)
    return {
      fill: solid,
      width: 1,
      paths: uPlot.paths.bars!({
        size: [0.72, 34],
        radius: kind === 'bars' ? 0.12 : 0,
        // uPlot accepts a colour for each bar only if fill and stroke are both given.
        disp: {
          fill: { unit: 3, values: () => fills },
          stroke: { unit: 3, values: () => strokes },
        },
      }),
    }
  }
  return {
    width: element.clientWidth,
    height: HEIGHT,
    padding: [10, 14, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 7, show: isLine } },
    hooks: { setCursor: [(plot) => onCursor(plot.cursor.idx ?? null)] },
    scales: {
      x: { time: false, range: () => [-0.5, Math.max(times.length - 0.5, 0.5)] },
      y: { range: (_plot, _least, most) => [0, most > 0 ? most * 1.08 : 1] },
    },
    axes: [
      {
        ...axis,
        size: 30,
        grid: { show: false },
        space: 64,
        incrs: STEPS,
        values: (_plot, splits) =>
          splits.map((n) => (times[n] ? bucketLabel(times[n], bucket) : '')),
      },
      {
        ...axis,
        size: roomFor,
        // Counts are whole numbers.
        ...(series.every(({ format }) => !format) && { incrs: WHOLE }),
        grid: { stroke: colour('--line'), width: 1 },
        values: (_plot, splits) => splits.map((value) => (value === 0 ? '0' : format(value))),
      },
    ],
    series: [
      {},
      ...drawn(props).map(
        ({ name, values, colour: number }): uPlot.Series => ({
          label: name,
          stroke: colour(`--series-${number}`),
          ...shape(number),
          points: isLine
            ? { size: 6, filter: (_plot, _index, show) => (show ? null : alone(values)) }
            : { show: false },
        }),
      ),
    ],
  }
}
