import { Link } from 'wouter-preact'
import { SelectField, TextArea, TextField } from '../../../components/forms/Form.tsx'
import { type FieldsProps, LABELS } from '../../../components/records/agentDraft.ts'
import { prefixOf } from '../../../components/records/connectionData.ts'
import { CHOICES } from '../../../components/records/providers.ts'
import { formatCost } from '../../../lib/format.ts'
import { rich, t } from '../../../lib/texts.tsx'
import type { Model } from '../agentData.ts'
import { ModelMenu, useOpenConnections } from './ModelMenu.tsx'

const priceOf = ({ name, price }: Model) =>
  price
    ? price.input || price.output
      ? t('{input} per million prompt tokens, {output} per million reply tokens.', {
          input: formatCost(price.input),
          output: formatCost(price.output),
        })
      : t('Free.')
    : prefixOf(name) in CHOICES
      ? t('Price unknown. The operator of this service can set it.')
      : t('Price unknown. An owner can set it at the connection.')

/** The model and its settings, without the settings that the chosen model does not support. */
export function ModelFields({
  models,
  draft,
  onChange,
}: FieldsProps & { models: readonly Model[] }) {
  const usual = models.find(({ is_default }) => is_default)
  const chosen = draft.model.trim() ? models.find(({ name }) => name === draft.model.trim()) : usual
  const takesTemperature = chosen?.takes_temperature ?? true
  const takesLimit = chosen?.takes_max_output_tokens ?? true
  const { data: open = [] } = useOpenConnections()
  const isAlone =
    models.length === 1 && open.length === 0 && usual?.takes_max_output_tokens === false
  const model = {
    label: LABELS.model,
    name: 'model',
    value: draft.model,
    onChange: (value: string) => onChange({ model: value }),
  }
  const about = [
    usual && !draft.model.trim() && t('Default: {model}.', { model: usual.name }),
    chosen && priceOf(chosen),
    !takesTemperature && takesLimit && t('It takes no temperature.'),
  ]
    .filter(Boolean)
    .join(' ')
  return (
    <>
      {isAlone && !draft.model ? (
        <SelectField
          {...model}
          options={[['', t('{model} (default)', { model: usual.name })]]}
          hint={rich(
            'Answers with sentences from your knowledge. It is free and needs no API key. For another model, <a>add a connection</a> to its provider.',
            { a: (words) => <Link href="/connections?new">{words}</Link> },
          )}
        />
      ) : (
        <>
          <ModelMenu
            models={models}
            value={draft.model}
            onChange={(value) => onChange({ model: value })}
            about={about}
          />
          <TextArea
            label={LABELS.fallback_models}
            name="fallback_models"
            rows={3}
            maxLength={363}
            value={draft.fallback_models}
            onChange={(fallback_models) => onChange({ fallback_models })}
            hint={t(
              'Up to three, one per line. They answer in this order while the model is down or overloaded, or if a conversation is too long for it. The last one may be builtin:extractive, which needs no provider.',
            )}
          />
          <TextField
            label={LABELS.grounding_model}
            name="grounding_model"
            maxLength={120}
            placeholder={t('Default of the service')}
            value={draft.grounding_model}
            onChange={(grounding_model) => onChange({ grounding_model })}
            hint={t(
              'Checks whether the sources say what a reply claims, with one short call for each reply. Named like the models above. With “off”, no model does.',
            )}
          />
        </>
      )}
      {(takesTemperature || takesLimit) && (
        <div class="columns">
          {takesTemperature && (
            <TextField
              label={LABELS.temperature}
              name="temperature"
              type="number"
              min="0"
              max="2"
              step="0.1"
              placeholder={t('Model default')}
              value={draft.temperature}
              onChange={(temperature) => onChange({ temperature })}
              hint={t(
                '0 to 2. Lower values make replies more alike. Some models do not support it.',
              )}
            />
          )}
          {takesLimit && (
            <TextField
              label={LABELS.max_output_tokens}
              name="max_output_tokens"
              type="number"
              min="1"
              max="32000"
              step="1"
              placeholder={t('Model default')}
              value={draft.max_output_tokens}
              onChange={(max_output_tokens) => onChange({ max_output_tokens })}
              hint={t('In tokens: 100 are about 75 words. Longer replies are cut off.')}
            />
          )}
        </div>
      )}
    </>
  )
}
