import { useSearchParams } from 'wouter-preact'
import { locale } from '../../lib/language.ts'

/** The order of a list. */
export interface Sorting {
  /** The `sort` of a column. */
  by: string
  order: 'asc' | 'desc'
}

const WRITTEN = /^([a-z_]{1,40})-(asc|desc)$/

/**
 * Keeps a list's order in the address, as `sort=cost_usd-desc`.
 * @param columns the columns that can sort the list
 * @param byDefault left out of the address
 */
export function useSorting<By extends string>(
  columns: readonly By[],
  byDefault: { by: By; order: Sorting['order'] },
  param = 'sort',
) {
  const [params, setParams] = useSearchParams()
  const [, by, order] = WRITTEN.exec(params.get(param) ?? '') ?? []
  const known = columns.find((column) => column === by)
  const sorting = known ? { by: known, order: order as Sorting['order'] } : byDefault
  const sort = (next: Sorting) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        if (next.by === byDefault.by && next.order === byDefault.order) after.delete(param)
        else after.set(param, `${next.by}-${next.order}`)
        return after
      },
      { replace: true },
    )
  return { sorting, sort }
}

type Value = string | number | null

/** Sorts rows by a value of each. Rows without a value come last. */
export function sortedBy<Row>(
  rows: readonly Row[],
  by: (row: Row) => Value,
  order: Sorting['order'],
): Row[] {
  const sign = order === 'asc' ? 1 : -1
  return [...rows].sort((a, b) => {
    const [left, right] = [by(a), by(b)]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    if (typeof left === 'string' && typeof right === 'string')
      return sign * names.compare(left, right)
    return sign * (Number(left) - Number(right))
  })
}

const names = new Intl.Collator(locale, { numeric: true })
