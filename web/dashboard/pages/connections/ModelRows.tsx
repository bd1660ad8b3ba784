import { Plus, Trash } from 'lucide-preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { Button } from '../../components/Button.tsx'
import type { Connection } from '../../components/records/connectionData.ts'
import { t } from '../../lib/texts.tsx'

/** A model as the form holds it: prices as they were typed. */
export interface ModelRow {
  key: number
  model: string
  input: string
  output: string
  cached_input: string
}

const PRICES = ['input', 'output', 'cached_input'] as const
const HEADS: Readonly<Record<(typeof PRICES)[number], string>> = {
  input: t('Input'),
  output: t('Output'),
  cached_input: t('Cached input'),
}

let keys = 0
const newRow = (): ModelRow => ({ key: ++keys, model: '', input: '', output: '', cached_input: '' })

const textOf = (price: number | undefined) => (price === undefined ? '' : String(price))

export const rowsOf = ({ models, prices }: Pick<Connection, 'models' | 'prices'>): ModelRow[] =>
  [...new Set([...models, ...Object.keys(prices)])].map((model) => ({
    ...newRow(),
    model,
    ...Object.fromEntries(PRICES.map((name) => [name, textOf(prices[model]?.[name])])),
  }))

/** @param isAny whether agents may use any model of the server, so that the rows only set prices */
export function fieldsOf(
  rows: readonly ModelRow[],
  isAny: boolean,
): Pick<Connection, 'models' | 'prices'> {
  const filled = rows
    .map((row) => ({ ...row, model: row.model.trim() }))
    .filter(({ model }) => model)
  const priced = filled.filter(({ input, output }) => input !== '' && output !== '')
  return {
    models: isAny ? [] : [...new Set(filled.map(({ model }) => model))],
    prices: Object.fromEntries(
      priced.map(({ model, input, output, cached_input }) => [
        model,
        {
          input: Number(input),
          output: Number(output),
          ...(cached_input !== '' && { cached_input: Number(cached_input) }),
        },
      ]),
    ),
  }
}

interface ModelRowsProps {
  rows: readonly ModelRow[]
  isAny: boolean
  onChange: (rows: ModelRow[], isAny: boolean) => void
  /** Names of the server's models, as suggestions. */
  known: readonly string[]
}

/** The models that agents may use, and their prices. */
export function ModelRows({ rows, isAny, onChange, known }: ModelRowsProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const count = useRef(rows.length)
  useEffect(() => {
    if (rows.length > count.current)
      list.current?.querySelector<HTMLElement>('.model-row:last-child input')?.focus()
    count.current = rows.length
  }, [rows.length])
  const change = (key: number, changes: Partial<ModelRow>) =>
    onChange(
      rows.map((row) => (row.key === key ? { ...row, ...changes } : row)),
      isAny,
    )
  const choose = (any: boolean) => onChange(!any && rows.length === 0 ? [newRow()] : [...rows], any)
  return (
    <fieldset class="stack">
      <legend class="label">{t('Which models can agents use?')}</legend>
      <div class="row">
        <label class="check">
          <input type="radio" name={`${id}-any`} checked={isAny} onChange={() => choose(true)} />
          {t('Any model of the server')}
        </label>
        <label class="check">
          <input type="radio" name={`${id}-any`} checked={!isAny} onChange={() => choose(false)} />
          {t('Selected models')}
        </label>
      </div>
      <p class="hint">
        {isAny
          ? t(
              'Add models with their prices, so that the menu of agents shows them and their replies have a cost.',
            )
          : t('Only these can be chosen for agents. With prices, their replies have a cost.')}{' '}
        {t('Prices are in US dollars per million tokens.')}
      </p>
      {rows.length > 0 && (
        <div class="model-rows" ref={list}>
          <div class="model-row model-heads small muted" aria-hidden="true">
            <span>{t('Model')}</span>
            {PRICES.map((name) => (
              <span key={name}>{HEADS[name]}</span>
            ))}
          </div>
          {rows.map((row, at) => (
            <fieldset class="model-row" key={row.key}>
              <legend class="sr-only">
                {row.model || t('Model {number}', { number: at + 1 })}
              </legend>
              <label>
                <span class="model-label">{t('Model')}</span>
                <input
                  class="input"
                  value={row.model}
                  required
                  maxLength={100}
                  list={`${id}-known`}
                  autocomplete="off"
                  spellcheck={false}
                  onInput={({ currentTarget }) => change(row.key, { model: currentTarget.value })}
                />
              </label>
              {PRICES.map((name) => (
                <label key={name}>
                  <span class="model-label">{HEADS[name]}</span>
                  <input
                    class="input"
                    type="number"
                    min="0"
                    max="100000"
                    step="any"
                    value={row[name]}
                    placeholder={name === 'cached_input' ? row.input : undefined}
                    required={
                      name !== 'cached_input' &&
                      (isAny || PRICES.some((price) => row[price] !== ''))
                    }
                    onInput={({ currentTarget }) =>
                      change(row.key, { [name]: currentTarget.value })
                    }
                  />
                </label>
              ))}
              <Button
                kind="quiet"
                icon={Trash}
                label={t('Remove {name}', {
                  name: row.model || t('Model {number}', { number: at + 1 }),
                })}
                onClick={() =>
                  onChange(
                    rows.filter(({ key }) => key !== row.key),
                    isAny,
                  )
                }
              />
            </fieldset>
          ))}
        </div>
      )}
      <datalist id={`${id}-known`}>
        {known.map((model) => (
          <option key={model} value={model} />
        ))}
      </datalist>
      <div>
        <Button icon={Plus} onClick={() => onChange([...rows, newRow()], isAny)}>
          {t('Add model')}
        </Button>
      </div>
    </fieldset>
  )
}
