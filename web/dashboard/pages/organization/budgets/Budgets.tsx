import { Pencil, PiggyBank, Plus, Trash } from 'lucide-preact'
import { useId, useState } from 'preact/hooks'
import { Badge } from '../../../components/Badge.tsx'
import { Button } from '../../../components/Button.tsx'
import { ConfirmButton } from '../../../components/ConfirmButton.tsx'
import { Empty } from '../../../components/Empty.tsx'
import { useNew } from '../../../components/forms/useNew.ts'
import { Loading } from '../../../components/Loading.tsx'
import { ErrorNotice } from '../../../components/Notice.tsx'
import { Page } from '../../../components/Page.tsx'
import {
  amountOf,
  type Budget,
  isOfEach,
  PERIOD_NAMES,
  readAgain,
  titleOf,
  useBudgets,
  useNames,
} from '../../../components/records/budget.ts'
import { useRights } from '../../../components/session.tsx'
import { Time } from '../../../components/Time.tsx'
import { api, dataOf } from '../../../lib/api.ts'
import { formatPercent } from '../../../lib/format.ts'
import { rich, t } from '../../../lib/texts.tsx'
import { OrganizationTabs } from '../OrganizationTabs.tsx'
import { BudgetForm } from './BudgetForm.tsx'

/** Milliseconds between refreshes of the figures. */
const REFRESH_MS = 10_000

/** The limits on the cost of model calls. */
export function Budgets() {
  const { isOwner } = useRights()
  const { data, error, refetch } = useBudgets({ refetchInterval: REFRESH_MS })
  const names = useNames()
  const [adding, setAdding] = useNew()
  const add = isOwner && (
    <Button kind="primary" icon={Plus} onClick={() => setAdding('')}>
      {t('Set a budget')}
    </Button>
  )
  return (
    <Page
      title={t('Organization')}
      about={t('What calls of models may cost, and what happens at the limit.')}
      actions={data?.length ? add : null}
    >
      <OrganizationTabs />
      <div class="stack">
        {error && !data && <ErrorNotice error={error} onRetry={refetch} />}
        {!data && !error && <Loading shape="cards" />}
        {data?.length === 0 && (
          <Empty icon={PiggyBank} title={t('No budget limits what models may cost')} actions={add}>
            {isOwner
              ? t(
                  'A budget holds for a day or a month, in dollars or tokens, for everything or for an agent, an application or a customer.',
                )
              : t('Owners can set budgets for a day or a month, in dollars or tokens.')}
          </Empty>
        )}
        {data && data.length > 0 && (
          <>
            <div class="budgets">
              {data.map((budget) => (
                <BudgetCard key={budget.id} budget={budget} names={names} />
              ))}
            </div>
            <p class="small muted">
              {t(
                'Days and months are those of UTC. A call reserves the most that it may cost before it begins, and counts for what it cost when it ends.',
              )}{' '}
              {t(
                'Replies to test keys count too, but in no customer’s budget. The analytics leave them out.',
              )}
            </p>
          </>
        )}
      </div>
      {isOwner && adding !== undefined && <BudgetForm onClose={() => setAdding(undefined)} />}
    </Page>
  )
}

interface BudgetProps {
  budget: Budget
  names: ReadonlyMap<string, string>
}

function BudgetCard({ budget, names }: BudgetProps) {
  const { isOwner } = useRights()
  const [isChanging, setChanging] = useState(false)
  const id = useId()
  const { unit, amount, period } = budget
  const title = titleOf(budget, names)
  const remove = async () => {
    await dataOf(api.DELETE('/api/v1/budgets/{id}', { params: { path: { id: budget.id } } }))
    await readAgain()
  }
  return (
    <section class="card stack" aria-labelledby={id}>
      <div class="row spread no-wrap">
        <h2 id={id}>{title}</h2>
        {isOwner && (
          <span class="row no-wrap">
            <Button
              kind="quiet"
              icon={Pencil}
              label={t('Change the budget: {title}', { title })}
              onClick={() => setChanging(true)}
            />
            <ConfirmButton
              button={{
                kind: 'quiet',
                icon: Trash,
                label: t('Delete the budget: {title}', { title }),
              }}
              title={t('Delete this budget?')}
              action={t('Delete')}
              onConfirm={remove}
              done={t('Deleted the budget.')}
            >
              {t('{title}: nothing is limited to {amount} {period} any more.', {
                title,
                amount: amountOf(unit, amount),
                period: PERIOD_NAMES[period],
              })}
            </ConfirmButton>
          </span>
        )}
      </div>
      <Spending budget={budget} names={names} />
      <p class="small muted">
        {AT_LIMIT[budget.at_limit]}
        {budget.fallback_model && (
          <>
            {' '}
            <code>{budget.fallback_model}</code>
          </>
        )}
      </p>
      {isChanging && (
        <BudgetForm budget={budget} title={title} onClose={() => setChanging(false)} />
      )}
    </section>
  )
}

const AT_LIMIT: Readonly<Record<Budget['at_limit'], string>> = {
  refuse: t('At the limit: messages are refused.'),
  fallback_model: t('At the limit, another model answers:'),
  extractive: t('At the limit: the built-in model answers.'),
}

/**
 * Shows how much of a budget is spent. For a budget with several shares, shows the share that has
 * spent most.
 */
function Spending({ budget, names }: BudgetProps) {
  const { unit, amount, period, spending } = budget
  const { spent, reserved, status, subject, ends_at } = spending
  const label = t('Spent of {amount} {period}', {
    amount: amountOf(unit, amount),
    period: PERIOD_NAMES[period],
  })
  return (
    <div class={`limit-use${status === 'reached' ? ' full' : ''}`}>
      <div class="row spread">
        <span>
          {t('{spent} of {amount} {period}', {
            spent: amountOf(unit, spent),
            amount: amountOf(unit, amount),
            period: PERIOD_NAMES[period],
          })}
        </span>
        <Status budget={budget} />
      </div>
      <progress aria-label={label} max={amount} value={Math.min(spent, amount)} />
      <div class="row spread small muted">
        <span>
          {reserved > 0
            ? t('{share}, and {reserved} reserved by running replies', {
                share: formatPercent(spent / amount),
                reserved: amountOf(unit, reserved),
              })
            : formatPercent(spent / amount)}
        </span>
        <span>{rich('Resets {time}', { time: <Time at={ends_at} /> })}</span>
      </div>
      {isOfEach(budget) && subject && (
        <p class="small muted">
          {t('Most spent: {name}.', { name: names.get(subject) ?? subject })}{' '}
          {spending.reached > 0 &&
            t('{count, plural, one {# is at the limit.} other {# are at the limit.}}', {
              count: spending.reached,
            })}
        </p>
      )}
    </div>
  )
}

function Status({ budget: { spending } }: { budget: Budget }) {
  if (spending.status === 'reached' || spending.reached > 0)
    return <Badge kind="bad">{t('Reached')}</Badge>
  if (spending.status === 'warned' || spending.warned > 0)
    return <Badge kind="warn">{t('80% spent')}</Badge>
  return null
}
