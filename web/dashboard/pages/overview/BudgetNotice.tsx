import { Link } from 'wouter-preact'
import { Notice } from '../../components/Notice.tsx'
import { useBudgets } from '../../components/records/budget.ts'
import { rich } from '../../lib/texts.tsx'

const REFRESH_MS = 60_000

/** Warns that a budget is reached or nearly spent. */
export function BudgetNotice() {
  const { data = [] } = useBudgets({ refetchInterval: REFRESH_MS })
  const reached = data.filter(({ spending }) => spending.reached > 0).length
  const warned = data.filter(({ spending }) => spending.reached === 0 && spending.warned > 0).length
  const to = { a: (words: string) => <Link href="/organization/budgets">{words}</Link> }
  return (
    <>
      {reached > 0 && (
        <Notice kind="bad">
          {rich(
            '{count, plural, one {A budget is reached.} other {# budgets are reached.}} <a>See budgets</a>',
            {
              count: reached,
              ...to,
            },
          )}
        </Notice>
      )}
      {warned > 0 && (
        <Notice kind="warn">
          {rich(
            '{count, plural, one {80% of a budget are spent.} other {80% of # budgets are spent.}} <a>See budgets</a>',
            { count: warned, ...to },
          )}
        </Notice>
      )}
    </>
  )
}
