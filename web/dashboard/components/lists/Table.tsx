import { ArrowDown, ArrowUp } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { formatNumber } from '../../lib/format.ts'
import type { Pages } from '../../lib/pagesOf.ts'
import { t } from '../../lib/texts.tsx'
import { Button } from '../Button.tsx'
import { Loading } from '../Loading.tsx'
import { useMedia } from '../layout/useMedia.ts'
import { ErrorNotice } from '../Notice.tsx'
import type { Selection } from './bulk.tsx'
import { ColumnsMenu, useHiddenColumns } from './columns.tsx'
import { SelectAll } from './SelectAll.tsx'
import { type Sorting, sortedBy } from './sorting.ts'
import { useKeptRows, useVirtualRows } from './virtualRows.ts'

export interface Column<Row> {
  /** The heading, unique among the columns. */
  name: string
  cell: (row: Row) => ComponentChildren
  /** Aligns the column at its end. */
  isNumber?: boolean
  /** Whether the column identifies the row. It opens the row, and is always shown. */
  isMain?: boolean
  /** Whether only screen readers get the heading. */
  isUnnamed?: boolean
  /** The name of the order by this column, in the address and for the API. */
  sort?: string
  /**
   * Returns the value to sort by in the browser, which needs all rows; undefined: the API sorts.
   */
  by?: (row: Row) => string | number | null
  /** The column's cell in the row of totals. */
  total?: ComponentChildren
}

interface TableProps<Row> {
  /** The name of the list for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Called when the last rows come into view. */
  onEnd?: () => void
  /** The number of all rows, if it is known. */
  total?: number
  /**
   * The name under which the browser stores the hidden columns; undefined: columns cannot be
   * hidden.
   */
  remember?: string
  /** The current order, from `useSorting`. */
  sorting?: Sorting
  onSort?: (sorting: Sorting) => void
  /** Opens a row without a page of its own, by the button that its main cell becomes. */
  onOpen?: (row: Row) => void
  selection?: Selection
  /** Whether a row can be selected; undefined: every row can. */
  maySelect?: (row: Row) => boolean
  /** Returns a row's name for its checkbox. */
  nameOf?: (row: Row) => string
  /** The actions for the selected rows. */
  actions?: ComponentChildren
  /** Whether more rows can be loaded. */
  isPart?: boolean
}

/**
 * The usual heights of a row and of a card. They estimate how many are in view until the first row
 * is measured.
 */
const ROW_PX = 49
const CARD_PX = 220
/** The width at which rows become cards, as in `styles/components.css`. */
const CARDS = matchMedia('(max-width: 40rem)')

/**
 * A table of any length. On a phone, rows are cards. Only the rows in view are rendered. A click on
 * a row presses the link or button that opens it.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { label, keyOf, onEnd, total, sorting, selection, maySelect, remember } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const { hidden, hide } = useHiddenColumns(remember)
  const columns = props.columns.filter(({ name, isMain }) => isMain || !hidden.includes(name))
  const rows = useMemo(() => inOrder(props), [props])
  const keys = useMemo(() => (maySelect ? rows.filter(maySelect) : rows).map(keyOf), [rows])
  const isCards = useMedia(CARDS)
  const { items, before, after, measure } = useVirtualRows(
    rows.length,
    body,
    isCards ? CARD_PX : ROW_PX,
  )
  const last = items.at(-1)?.index ?? -1
  useEffect(() => {
    if (last >= rows.length - 10) onEnd?.()
  }, [last, rows.length])
  const rowAt = useKeptRows([props, hidden], (index) => (
    <Row
      key={keyOf(rows[index]!)}
      index={index}
      columns={columns}
      measure={measure}
      row={rows[index]!}
      table={props}
    />
  ))
  const width = columns.length + (selection ? 1 : 0)
  const optional = props.columns.filter(({ isMain, isUnnamed }) => !isMain && !isUnnamed)
  return (
    <>
      {(remember || selection || sorting) && (
        <div class="table-bar">
          {selection && (
            // biome-ignore lint/a11y/noLabelWithoutControl: the box is inside
            <label class="check table-all">
              <SelectAll keys={keys} selection={selection} />
              {t('Select all shown')}
            </label>
          )}
          <div class="table-bar-actions">{props.actions}</div>
          <SortSelect {...props} />
          {remember && (
            <ColumnsMenu names={optional.map(({ name }) => name)} hidden={hidden} hide={hide} />
          )}
        </div>
      )}
      {/*
        biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by
        keyboard
      */}
      <section class="table-scroll" aria-label={label} tabIndex={0}>
        <table class="table row-table" aria-rowcount={(total ?? rows.length) + 1}>
          <thead>
            <tr aria-rowindex={1}>
              {selection && isCards && <td />}
              {selection && !isCards && (
                <th scope="col" class="choice">
                  <SelectAll keys={keys} selection={selection} />
                </th>
              )}
              {columns.map((column) => (
                <Heading key={column.name} column={column} table={props} isPlain={isCards} />
              ))}
            </tr>
          </thead>
          <tbody ref={body}>
            <Spacer height={before} columns={width} />
            {items.map(({ index }) => rowAt(index))}
            <Spacer height={after} columns={width} />
          </tbody>
          {columns.some(({ total }) => total !== undefined) && (
            <tfoot>
              <tr>
                {selection && <td />}
                {columns.map(({ name, total, isNumber, isMain }) => (
                  <td
                    key={name}
                    data-name={isMain ? undefined : name}
                    class={`${isNumber ? 'number' : ''}${isMain ? ' main-cell' : ''}`}
                  >
                    {total}
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </section>
    </>
  )
}

interface RowProps<Value> {
  index: number
  row: Value
  columns: readonly Column<Value>[]
  measure: (row: Element | null) => void
  table: TableProps<Value>
}

function Row<Value>({ index, row, columns, measure, table }: RowProps<Value>) {
  const { keyOf, nameOf, maySelect, onOpen, selection } = table
  const key = keyOf(row)
  return (
    <tr
      ref={measure}
      data-index={index}
      aria-rowindex={index + 2}
      class={selection?.selected.has(key) ? 'selected' : ''}
      onClick={(event) => isOnRow(event) && openRow(event)}
    >
      {selection && (
        <td class="choice">
          {(!maySelect || maySelect(row)) && (
            <input
              type="checkbox"
              aria-label={t('Select {name}', { name: nameOf?.(row) ?? key })}
              checked={selection.selected.has(key)}
              onChange={({ currentTarget }) => selection.select([key], currentTarget.checked)}
            />
          )}
        </td>
      )}
      {columns.map((column) => (
        <Cell key={column.name} column={column} row={row} onOpen={onOpen} />
      ))}
    </tr>
  )
}

function inOrder<Row>({ rows, columns, sorting, isPart }: TableProps<Row>): readonly Row[] {
  const by = sorting && columns.find(({ sort }) => sort === sorting.by)?.by
  return by && !isPart ? sortedBy(rows, by, sorting.order) : rows
}

const isSortable = <Row,>({ sort, by }: Column<Row>, { onSort, isPart }: TableProps<Row>) =>
  sort !== undefined && onSort !== undefined && !(by && isPart)

/**
 * Reverses the current column's order. For another column, returns the order in which it is usually
 * read.
 */
const nextSorting = <Row,>(
  { sort, isNumber }: Column<Row>,
  sorting: Sorting | undefined,
): Sorting => ({
  by: sort!,
  order:
    sorting?.by === sort ? (sorting?.order === 'asc' ? 'desc' : 'asc') : isNumber ? 'desc' : 'asc',
})

interface HeadingProps<Row> {
  column: Column<Row>
  table: TableProps<Row>
  /** Whether it cannot be pressed, because only screen readers get it. */
  isPlain: boolean
}

function Heading<Row>({ column, table, isPlain }: HeadingProps<Row>) {
  const { name, isNumber, isUnnamed, sort } = column
  const { sorting, onSort } = table
  const order = sorting && sort === sorting.by ? sorting.order : undefined
  const Icon = order === 'asc' ? ArrowUp : ArrowDown
  const kind = isNumber ? 'number' : ''
  const sorted = order && (order === 'asc' ? 'ascending' : 'descending')
  if (isPlain || !isSortable(column, table))
    return (
      <th scope="col" class={kind} aria-sort={sorted}>
        {isUnnamed ? <span class="sr-only">{name}</span> : name}
      </th>
    )
  return (
    <th scope="col" class={kind} aria-sort={sorted}>
      <button type="button" class="sort" onClick={() => onSort?.(nextSorting(column, sorting))}>
        {name}
        <Icon size={14} aria-hidden="true" class={order ? '' : 'unsorted'} />
      </button>
    </th>
  )
}

/** The menu for the order, because cards have no headings. */
function SortSelect<Row>(table: TableProps<Row>) {
  const { columns, sorting, onSort } = table
  const sortable = columns.filter((column) => isSortable(column, table))
  if (!sorting || sortable.length === 0) return null
  return (
    <label class="table-sort">
      <span class="small muted">{t('Sort by')}</span>
      <select
        class="input"
        value={`${sorting.by}-${sorting.order}`}
        onChange={({ currentTarget }) => {
          const [, by, order] = /^(.{1,40})-(asc|desc)$/.exec(currentTarget.value)!
          onSort?.({ by: by!, order: order as Sorting['order'] })
        }}
      >
        {sortable.flatMap(({ name, sort }) => [
          <option key={`${sort}-asc`} value={`${sort}-asc`}>
            {name} ↑
          </option>,
          <option key={`${sort}-desc`} value={`${sort}-desc`}>
            {name} ↓
          </option>,
        ])}
      </select>
    </label>
  )
}

function Cell<Row>({
  column: { name, cell, isNumber, isMain, isUnnamed },
  row,
  onOpen,
}: {
  column: Column<Row>
  row: Row
  onOpen: ((row: Row) => void) | undefined
}) {
  const content = cell(row)
  return (
    <td
      data-name={isMain || isUnnamed ? undefined : name}
      class={`${isNumber ? 'number' : ''}${isMain ? ' main-cell' : ''}`}
    >
      {isMain && onOpen ? (
        <button type="button" class="row-open" onClick={() => onOpen(row)}>
          {content}
        </button>
      ) : (
        content
      )}
    </td>
  )
}

/** What a cell has for clicks of its own: links, buttons, fields, and a dialog that it opened. */
const OWN_CLICKS = 'a, button, input, select, label, .choice, dialog'

/**
 * Whether a click is on the row itself: on nothing that takes clicks, and not at the end of a
 * selection of text. The path of the click is as it was at first: a button that shows that it is
 * busy has replaced the icon that was clicked by now.
 */
const isOnRow = (event: MouseEvent) =>
  !event.composedPath().some((node) => node instanceof Element && node.matches(OWN_CLICKS)) &&
  !getSelection()?.toString()

/**
 * Selects the element that opens a row: the link in its main cell, the button around that cell, or
 * a marked button in another cell.
 */
const OPENER = '.main-cell a, .row-open, [data-opens-row]'

/**
 * Presses the element that opens the row, with the modifier keys that are held: with Ctrl or Cmd, a
 * link opens in a new tab. The focus returns to that element.
 */
function openRow(event: MouseEvent) {
  const opener = (event.currentTarget as Element).querySelector<HTMLElement>(OPENER)
  opener?.focus({ preventScroll: true })
  opener?.dispatchEvent(new MouseEvent('click', event))
}

const Spacer = ({ height, columns }: { height: number; columns: number }) =>
  height > 0 ? (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row without contents takes no focus
    <tr class="spacer" aria-hidden="true">
      <td colSpan={columns} style={{ height: `${height}px` }} />
    </tr>
  ) : null

function loadedOf(count: number, hasMore: boolean, all: number | undefined): string {
  const shown = formatNumber(count)
  if (!hasMore) return t('{shown} in total', { shown })
  return all
    ? t('{shown} of {all} loaded', { shown, all: formatNumber(all) })
    : t('{shown} loaded', { shown })
}

interface PagedTableProps<Row> extends Omit<TableProps<Row>, 'rows' | 'onEnd' | 'isPart'> {
  pages: Pages<Row>
  /** Replaces a table without rows. */
  empty: ComponentChildren
}

/** A list from the API. Loads more rows as the user nears the end. */
export function PagedTable<Row>({ pages, empty, ...table }: PagedTableProps<Row>) {
  const { rows, hasMore, isLoading, isLoadingMore, error, loadMore, refetch } = pages
  if (isLoading) return <Loading shape="table" />
  if (error && rows.length === 0) return <ErrorNotice error={error} onRetry={refetch} />
  if (rows.length === 0) return <>{empty}</>
  return (
    <div class="list">
      <Table {...table} rows={rows} isPart={hasMore} onEnd={error ? undefined : loadMore} />
      <div class="list-foot">
        <span role="status">{loadedOf(rows.length, hasMore, table.total)}</span>
        {error !== null && error !== undefined && <ErrorNotice error={error} onRetry={refetch} />}
        {hasMore && (
          <Button busy={isLoadingMore} onClick={loadMore}>
            {t('Load more')}
          </Button>
        )}
      </div>
    </div>
  )
}
