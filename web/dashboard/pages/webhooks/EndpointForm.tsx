import { useId, useState } from 'preact/hooks'
import { TextField } from '../../components/forms/Form.tsx'
import { FormDialog } from '../../components/forms/FormDialog.tsx'
import {
  ALL_TYPES,
  type Endpoint,
  type EndpointFields,
  type EventName,
} from '../../components/records/endpoints.ts'
import { t } from '../../lib/texts.tsx'
import { TypePicker } from './TypePicker.tsx'

interface EndpointFormProps {
  /** undefined: a new one. */
  endpoint?: Endpoint
  onSubmit: (fields: EndpointFields) => Promise<unknown>
  onClose: () => void
}

const isType = (type: Endpoint['events'][number]): type is EventName => type !== ALL_TYPES

/** Asks where events go, and which. */
export function EndpointForm({ endpoint, onSubmit, onClose }: EndpointFormProps) {
  const [url, setUrl] = useState(endpoint?.url ?? '')
  const [description, setDescription] = useState(endpoint?.description ?? '')
  const [isAll, setAll] = useState(!endpoint || endpoint.events.includes(ALL_TYPES))
  const [types, setTypes] = useState(() => (endpoint?.events ?? []).filter(isType))
  const kind = useId()
  const choices = [
    [true, t('All events, including future types')],
    [false, t('Selected events')],
  ] as const
  return (
    <FormDialog
      wide
      title={endpoint ? t('Edit endpoint') : t('New endpoint')}
      action={endpoint ? t('Save') : t('Create endpoint')}
      onSubmit={() =>
        onSubmit({
          url: url.trim(),
          description: description.trim(),
          events: isAll ? [ALL_TYPES] : types,
        })
      }
      disabled={!isAll && types.length === 0}
      onClose={onClose}
    >
      <TextField
        label={t('URL')}
        name="url"
        type="url"
        inputMode="url"
        required
        autocomplete="off"
        spellcheck={false}
        maxLength={2000}
        placeholder="https://shop.example.com/webhooks/parley"
        hint={t(
          'Parley sends each event there by POST. It must be reachable on the internet, by HTTPS.',
        )}
        value={url}
        onChange={setUrl}
      />
      <TextField
        label={t('Description (optional)')}
        name="description"
        maxLength={500}
        autocomplete="off"
        hint={t('What it is for, such as “Orders into the warehouse”.')}
        value={description}
        onChange={setDescription}
      />
      <fieldset class="stack event-choice" name="events">
        <legend class="label">{t('Which events are sent?')}</legend>
        <div class="row choices">
          {choices.map(([all, text]) => (
            <label key={text} class="check">
              <input
                type="radio"
                name={kind}
                checked={isAll === all}
                onChange={() => setAll(all)}
              />
              {text}
            </label>
          ))}
        </div>
        {!isAll && <TypePicker legend={t('Types of events')} value={types} onChange={setTypes} />}
      </fieldset>
    </FormDialog>
  )
}
