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

/** The value of the option for a model that the menu does not have. */
const OTHER = ' other'

/** What a model costs, briefly. */
const costOf = ({ price }: Model) =>
  price &&
  (price.input || price.output
    ? t('{input} / {output}', { input: formatCost(price.input), output: formatCost(price.output) })
    : t('free'))

/** The model's name with its price and what it does not take, as one option has them. */
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
 * The names of the organization's connections that offer any model: the list of models lacks those.
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

/** Models by what stands before the colon: a provider, or a connection. */
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
  /** What the chosen model takes and costs. */
  about: string
}

/** Chooses a model from those of the service and of connections, or another one by its name. */
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
