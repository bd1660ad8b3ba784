import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { formatNumber } from '../../format.ts'
import type { Pages } from '../../pagesOf.ts'
import { Button } from '../Button.tsx'
import { Loading } from '../Loading.tsx'
import { ErrorNotice } from '../Notice.tsx'
import { useVirtualRows } from './virtualRows.ts'

export interface Column<Row> {
  /** The heading, unique among the columns. */
  name: string
  cell: (row: Row) => ComponentChildren
  /** Aligns the column at its end. */
  isNumber?: boolean
  /** Whether the column identifies the row. */
  isMain?: boolean
  /** Whether only screen readers get the heading. */
  isUnnamed?: boolean
}

interface TableProps<Row> {
  /** Says what the table lists, for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Called when the last rows come into view. */
  onEnd?: () => void
  /** The number of all rows, if known. */
  total?: number
}

const ROW_PX = 49

/** A table of any length. Only the rows in view are rendered. */
export function Table<Row>({ label, columns, rows, keyOf, onEnd, total }: TableProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null)
  const { items, before, after, measure } = useVirtualRows(rows.length, body, ROW_PX)
  const last = items.at(-1)?.index ?? -1
  useEffect(() => {
    if (last >= rows.length - 10) onEnd?.()
  }, [last, rows.length])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section class="table-scroll" aria-label={label} tabIndex={0}>
      <table class="table" aria-rowcount={(total ?? rows.length) + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ name, isNumber, isUnnamed }) => (
              <th key={name} scope="col" class={isNumber ? 'number' : ''}>
                {isUnnamed ? <span class="sr-only">{name}</span> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          <Spacer height={before} columns={columns.length} />
          {items.map(({ index }) => {
            const row = rows[index]!
            return (
              <tr key={keyOf(row)} ref={measure} data-index={index} aria-rowindex={index + 2}>
                {columns.map(({ name, cell, isNumber, isMain }) => (
                  <td key={name} class={`${isNumber ? 'number' : ''}${isMain ? ' main-cell' : ''}`}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
            )
          })}
          <Spacer height={after} columns={columns.length} />
        </tbody>
      </table>
    </section>
  )
}

const Spacer = ({ height, columns }: { height: number; columns: number }) =>
  height > 0 ? (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row without contents takes no focus
    <tr class="spacer" aria-hidden="true">
      <td colSpan={columns} style={{ height: `${height}px` }} />
    </tr>
  ) : null

interface PagedTableProps<Row> extends Omit<TableProps<Row>, 'rows' | 'onEnd'> {
  pages: Pages<Row>
  /** Shown instead of a table without rows. */
  empty: ComponentChildren
}

/** A list from the API. Loads more rows as the user nears the end. */
export function PagedTable<Row>({ pages, empty, ...table }: PagedTableProps<Row>) {
  const { rows, hasMore, isLoading, isLoadingMore, error, loadMore, refetch } = pages
  if (isLoading) return <Loading shape="table" />
  if (error && rows.length === 0) return <ErrorNotice error={error} onRetry={refetch} />
  if (rows.length === 0) return <>{empty}</>
  return (
    <>
      <Table {...table} rows={rows} onEnd={error ? undefined : loadMore} />
      <div class="list-foot">
        <span role="status">
          {formatNumber(rows.length)}
          {hasMore ? ' loaded' : ' in total'}
        </span>
        {error !== null && error !== undefined && <ErrorNotice error={error} onRetry={refetch} />}
        {hasMore && (
          <Button busy={isLoadingMore} onClick={loadMore}>
            Load more
          </Button>
        )}
      </div>
    </>
  )
}
