import { useState } from 'preact/hooks'
import { SelectField, TextField } from '../../../components/forms/Form.tsx'
import { FormDialog } from '../../../components/forms/FormDialog.tsx'
import { type Budget, readAgain, useApplications } from '../../../components/records/budget.ts'
import { useAgents } from '../../../lib/agents.ts'
import { api, dataOf } from '../../../lib/api.ts'
import { t } from '../../../lib/texts.tsx'

interface BudgetFormProps {
  /** The budget to change; undefined: a new one. */
  budget?: Budget
  title?: string
  onClose: () => void
}

/** Sets a budget, or changes its amount and what happens at its limit. */
export function BudgetForm({ budget, title, onClose }: BudgetFormProps) {
  const [scope, setScope] = useState<Budget['scope']>('organization')
  const [target, setTarget] = useState('')
  const [unit, setUnit] = useState<Budget['unit']>(budget?.unit ?? 'usd')
  const [amount, setAmount] = useState(budget ? String(budget.amount) : '')
  const [period, setPeriod] = useState<Budget['period']>('month')
  const [atLimit, setAtLimit] = useState<Budget['at_limit']>(budget?.at_limit ?? 'refuse')
  const [model, setModel] = useState(budget?.fallback_model ?? '')
  const save = async () => {
    const how = { amount: Number(amount), at_limit: atLimit }
    const fallback = atLimit === 'fallback_model' ? { fallback_model: model.trim() } : {}
    if (budget) {
      const params = { path: { id: budget.id } }
      await dataOf(api.PATCH('/api/v1/budgets/{id}', { params, body: { ...how, ...fallback } }))
    } else {
      const of = scope !== 'organization' && target.trim() ? { [`${scope}_id`]: target.trim() } : {}
      await dataOf(
        api.POST('/api/v1/budgets', { body: { scope, unit, period, ...of, ...how, ...fallback } }),
      )
    }
    await readAgain()
  }
  return (
    <FormDialog
      title={budget ? t('Change the budget: {title}', { title: title ?? '' }) : t('Set a budget')}
      action={budget ? t('Save') : t('Set the budget')}
      onSubmit={save}
      done={budget ? t('Saved.') : t('Saved. Applies from the next reply.')}
      onClose={onClose}
    >
      {!budget && (
        <>
          <SelectField
            label={t('For')}
            name="scope"
            value={scope}
            onChange={(value) => {
              setScope(value as Budget['scope'])
              setTarget('')
            }}
            options={SCOPES}
          />
          <Target scope={scope} target={target} onChange={setTarget} />
          <SelectField
            label={t('Counts')}
            name="unit"
            value={unit}
            onChange={(value) => setUnit(value as Budget['unit'])}
            options={UNITS}
            hint={
              unit === 'usd'
                ? t(
                    'By the list prices of the models, or those of this service. Each model must have a known price.',
                  )
                : t('Tokens that models read and write.')
            }
          />
          <SelectField
            label={t('Period')}
            name="period"
            value={period}
            onChange={(value) => setPeriod(value as Budget['period'])}
            options={PERIODS}
          />
        </>
      )}
      <TextField
        label={unit === 'usd' ? t('Amount in US dollars') : t('Amount in tokens')}
        name="amount"
        type="number"
        inputMode="decimal"
        min={unit === 'usd' ? 0.01 : 1}
        step={unit === 'usd' ? 'any' : 1}
        hint={t('Owners are warned once when 80% of it are spent.')}
        required
        value={amount}
        onChange={setAmount}
      />
      <SelectField
        label={t('At the limit')}
        name="at_limit"
        value={atLimit}
        onChange={(value) => setAtLimit(value as Budget['at_limit'])}
        options={AT_LIMIT}
        hint={HINTS[atLimit]}
      />
      {atLimit === 'fallback_model' && (
        <TextField
          label={t('Model')}
          name="fallback_model"
          required
          value={model}
          onChange={setModel}
        />
      )}
    </FormDialog>
  )
}

function Target({
  scope,
  target,
  onChange,
}: {
  scope: Budget['scope']
  target: string
  onChange: (target: string) => void
}) {
  const { data: agents = [] } = useAgents()
  const { data: applications = [] } = useApplications()
  if (scope === 'organization') return null
  if (scope === 'customer')
    return (
      <TextField
        label={t('Customer')}
        name="customer_id"
        maxLength={200}
        hint={t('Your own ID of the customer. If empty, each customer has the amount.')}
        value={target}
        onChange={onChange}
      />
    )
  const named = (scope === 'agent' ? agents : applications).map(
    ({ id, name }) => [id, name] as const,
  )
  return (
    <SelectField
      label={scope === 'agent' ? t('Agent') : t('Application')}
      name={`${scope}_id`}
      value={target}
      onChange={onChange}
      options={[['', scope === 'agent' ? t('Each agent') : t('Each application')], ...named]}
    />
  )
}

const SCOPES = [
  ['organization', t('Whole organization')],
  ['application', t('Application')],
  ['agent', t('Agent')],
  ['customer', t('Customer')],
] as const
const UNITS = [
  ['usd', t('US dollars')],
  ['tokens', t('Tokens')],
] as const
const PERIODS = [
  ['month', t('Month')],
  ['day', t('Day')],
] as const
const AT_LIMIT = [
  ['refuse', t('Refuse messages')],
  ['fallback_model', t('Let another model answer')],
  ['extractive', t('Let the built-in model answer')],
] as const
const HINTS: Readonly<Record<Budget['at_limit'], string>> = {
  refuse: t('Messages are refused until the period resets.'),
  fallback_model: t('A cheaper model. What it costs goes beyond the budget.'),
  extractive: t('It quotes your knowledge and costs nothing.'),
}
