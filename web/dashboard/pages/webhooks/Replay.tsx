import { useId, useState } from 'preact/hooks'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { TextField } from '../../components/forms/Form.tsx'
import { FormDialog } from '../../components/forms/FormDialog.tsx'
import { Notice } from '../../components/Notice.tsx'
import {
  ALL_TYPES,
  addressOf,
  type Endpoint,
  type EventName,
} from '../../components/records/endpoints.ts'
import { t } from '../../lib/texts.tsx'
import { replayEvents } from './deliveries.ts'
import { TypePicker } from './TypePicker.tsx'

const DAY_MS = 86_400_000

/** Formats a time for its field, in the reader's time zone: `2026-11-27T05:06`. */
function fieldOf(time: number): string {
  const date = new Date(time)
  return new Date(time - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The choices: whether only failed deliveries are sent, the choice's name, and what it means. */
const WHICH = [
  [true, t('What was not delivered'), t('Events whose deliveries failed or were skipped.')],
  [
    false,
    t('Everything'),
    t('Also what was delivered, and what happened while the endpoint was paused or disabled.'),
  ],
] as const

/** Asks which events to send again, and shows how many were sent. */
export function Replay({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const [from, setFrom] = useState(() => fieldOf(beginOf(endpoint)))
  const [to, setTo] = useState(() => fieldOf(Date.now() + 60_000))
  const [isFailed, setFailed] = useState(true)
  const [types, setTypes] = useState<EventName[]>([])
  const [count, setCount] = useState<number>()
  const which = useId()
  if (count !== undefined)
    return (
      <Dialog title={t('Replay')} onClose={onClose}>
        <div class="stack">
          <Notice kind={count > 0 ? 'good' : 'info'}>
            {t(
              '{count, plural, =0 {There is no such event of this time.} one {# event is being sent again.} other {# events are being sent again.}}',
              { count },
            )}
          </Notice>
          <div class="actions">
            <Button kind="primary" onClick={onClose}>
              {t('Done')}
            </Button>
          </div>
        </div>
      </Dialog>
    )
  const isTaken = (type: EventName) =>
    endpoint.events.includes(ALL_TYPES) || endpoint.events.includes(type)
  const send = async () =>
    setCount(
      await replayEvents(endpoint.id, {
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
        only_failed: isFailed,
        ...(types.length > 0 && { types }),
      }),
    )
  return (
    <FormDialog
      title={t('Replay events')}
      action={t('Replay')}
      onSubmit={send}
      disabled={!endpoint.is_active}
      onClose={onClose}
    >
      <p class="muted">
        {t(
          'Sends the events of a period to {name} again. Each keeps its ID, so your server can skip those it has.',
          { name: addressOf(endpoint.url) },
        )}
      </p>
      {!endpoint.is_active && (
        <Notice kind="warn">{t('This endpoint is sent nothing now. Resume it first.')}</Notice>
      )}
      <div class="replay-time">
        <TextField
          label={t('From')}
          name="from"
          type="datetime-local"
          required
          max={to}
          value={from}
          onChange={setFrom}
        />
        <TextField
          label={t('To')}
          name="to"
          type="datetime-local"
          required
          min={from}
          value={to}
          onChange={setTo}
        />
      </div>
      <fieldset class="stack event-choice">
        <legend class="label">{t('Which events are replayed?')}</legend>
        {WHICH.map(([failed, name, hint]) => (
          <label key={name} class="check">
            <input
              type="radio"
              name={which}
              checked={isFailed === failed}
              onChange={() => setFailed(failed)}
            />
            <span>
              {name}
              <span class="small muted choice-hint">{hint}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <details class="replay-types">
        <summary>
          {types.length === 0
            ? t('All types of events')
            : t('{count, plural, one {# type of events} other {# types of events}}', {
                count: types.length,
              })}
        </summary>
        <TypePicker legend={t('Types of events')} value={types} onChange={setTypes} of={isTaken} />
      </details>
    </FormDialog>
  )
}

/** Returns the start of the period at first: when the endpoint began to fail, or a day ago. */
const beginOf = ({ first_failure_at }: Endpoint) =>
  first_failure_at ? Date.parse(first_failure_at) - 60_000 : Date.now() - DAY_MS
