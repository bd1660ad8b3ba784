import { useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { formatNumber } from '../../lib/format.ts'
import { t } from '../../lib/texts.tsx'
import { BUCKET_NAMES, bucketName, type ChartProps } from './chartData.ts'

/** A chart's values as a table, newest first. Rendered when it is opened. */
export function ChartTable({ title, times, bucket, series, linkOf }: ChartProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      class="chart-table small"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{t('Show “{title}” as a table', { title })}</summary>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        <section class="table-scroll" aria-label={t('{title} as a table', { title })} tabIndex={0}>
          <table class="table">
            <thead>
              <tr>
                <th scope="col">{BUCKET_NAMES[bucket]}</th>
                {series.map(({ name }) => (
                  <th key={name} scope="col" class="number">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {times
                .map((time, n) => (
                  <tr key={time}>
                    <th scope="row">
                      {linkOf ? (
                        <Link href={linkOf(time)}>
                          <time dateTime={time}>{bucketName(time, bucket)}</time>
                        </Link>
                      ) : (
                        <time dateTime={time}>{bucketName(time, bucket)}</time>
                      )}
                    </th>
                    {series.map(({ name, values, format = formatNumber }) => (
                      <td key={name} class="number">
                        {values[n] == null ? '–' : format(values[n])}
                      </td>
                    ))}
                  </tr>
                ))
                .reverse()}
            </tbody>
          </table>
        </section>
      )}
    </details>
  )
}
