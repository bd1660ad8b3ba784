import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { type OptionGroup, SelectField, TextField } from '../../../components/forms/Form.tsx'
import { LABELS } from '../../../components/records/agentDraft.ts'
import { prefixOf } from '../../../components/records/connectionData.ts'
import { providerName } from '../../../components/records/providers.ts'
import { answerOf, api } from '../../../lib/api.ts'
import { formatCost } from '../../../lib/format.ts'
import { t } from '../../../lib/texts.tsx'
import { type Model, shortModel } from '../agentData.ts'

/** The option's value for a model that is not in the menu. */
const OTHER = ' other'

/** Returns a short text for the price of a model. */
const costOf = ({ price }: Model) =>
  price &&
  (price.input || price.output
    ? t('{input} / {output}', { input: formatCost(price.input), output: formatCost(price.output) })
    : t('free'))

/** Returns an option with the model's name, its price and the settings that it does not support. */
const optionOf = (model: Model): [string, string] => [
  model.name,
  [
    shortModel(model.name),
    costOf(model),
    !model.takes_temperature && t('no temperature'),
    !model.takes_max_output_tokens && t('no length limit'),
  ]
    .filter(Boolean)
    .join(' · '),
]

/**
 * Reads the names of the organization's connections that offer any model, because the list of
 * models leaves these models out.
 */
export const useOpenConnections = () =>
  useQuery({
    queryKey: ['connections', 'names'],
    queryFn: async () => {
      const { data } = await answerOf(
        api.GET('/api/v1/connections', { params: { query: { limit: 100 } } }),
      )
      return data.filter(({ models }) => models.length === 0).map(({ name }) => name)
    },
    staleTime: 60_000,
  })

/** Groups models by the part before the colon: a provider, or a connection. */
function groupsOf(models: readonly Model[], open: readonly string[]): OptionGroup[] {
  const prefixes = [...new Set([...models.map(({ name }) => prefixOf(name)), ...open])]
  return prefixes.map((prefix) => [
    providerName(prefix),
    [
      ...models.filter(({ name }) => prefixOf(name) === prefix).map(optionOf),
      ...(open.includes(prefix)
        ? [[`${prefix}:`, t('Another model of {connection} …', { connection: prefix })] as const]
        : []),
    ],
  ])
}

interface ModelMenuProps {
  models: readonly Model[]
  value: string
  onChange: (model: string) => void
  /** Text about the chosen model: its settings and its price. */
  about: string
}

/**
 * Lets the user choose a model of the service or of a connection, or enter the name of another
 * model.
 */
export function ModelMenu({ models, value, onChange, about }: ModelMenuProps) {
  const { data: open = [] } = useOpenConnections()
  const [isTyping, setTyping] = useState(false)
  const isKnown = value === '' || models.some(({ name }) => name === value)
  const isOther = isTyping || !isKnown
  const usual = models.find(({ is_default }) => is_default)?.name
  const choose = (chosen: string) => {
    const isPrefix = chosen.endsWith(':')
    setTyping(chosen === OTHER || isPrefix)
    if (isPrefix || chosen !== OTHER) onChange(chosen)
  }
  return (
    <>
      <SelectField
        label={LABELS.model}
        name={isOther ? 'model_choice' : 'model'}
        value={isOther ? OTHER : value}
        onChange={choose}
        options={[['', usual ? t('{model} (default)', { model: usual }) : t('Default')]]}
        groups={[...groupsOf(models, open), [t('Other'), [[OTHER, t('Another model …')]]]]}
        hint={isOther ? undefined : about}
      />
      {isOther && (
        <TextField
          label={t('Name of the model')}
          name="model"
          maxLength={140}
          placeholder={usual}
          autocomplete="off"
          spellcheck={false}
          value={value}
          onChange={onChange}
          hint={about || t('As provider:model or connection:model.')}
        />
      )}
    </>
  )
}
