import { History } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { api, dataOf, queries, type Schemas } from '../../api.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { Form, TextField } from '../../components/forms/Form.tsx'
import { tell } from '../../components/Toasts.tsx'
import { formatNumber } from '../../format.ts'
import { useRights } from '../../session.tsx'

type Kept = Schemas['Retention']

const LABELS = {
  message_days: 'Sessions and conversations',
  trace_days: 'Traces of replies',
  request_log_days: 'Requests, one by one',
  analytics_days: 'Sums of the analytics',
  audit_days: 'Who changed what',
} as const
const NAMES = Object.keys(LABELS) as (keyof typeof LABELS)[]
/** Without the audit's time, which only the operator sets, so that nobody can cover their tracks. */
const CHANGEABLE = ['message_days', 'trace_days', 'request_log_days', 'analytics_days'] as const

const inDays = (days: number | null) =>
  days === null ? 'for ever' : days === 1 ? '1 day' : `${formatNumber(days)} days`

/** How long each kind of data is kept. */
export function Retention({ retention }: { retention: Kept }) {
  const { isOwner } = useRights()
  const [isChanging, setChanging] = useState(false)
  return (
    <section class="card stack" aria-labelledby="retention">
      <div class="row spread">
        <h2 id="retention">How long data is kept</h2>
        {isOwner && (
          <Button icon={History} onClick={() => setChanging(true)}>
            Change
          </Button>
        )}
      </div>
      <dl class="facts">
        {NAMES.map((name) => (
          <>
            <dt>{LABELS[name]}</dt>
            <dd>{inDays(retention[name].days)}</dd>
          </>
        ))}
      </dl>
      <p class="small muted">
        Sessions and conversations count from their last message, and go with all messages and feedback; what
        they cost stays.
      </p>
      {isChanging && <Changes retention={retention} onClose={() => setChanging(false)} />}
    </section>
  )
}

function Changes({ retention, onClose }: { retention: Kept; onClose: () => void }) {
  const [days, setDays] = useState<Record<string, string>>(
    Object.fromEntries(CHANGEABLE.map((name) => [name, String(retention[name].own ?? '')])),
  )
  const save = async () => {
    const wanted = Object.fromEntries(
      CHANGEABLE.map((name) => [name, days[name] ? Number(days[name]) : null]),
    )
    await dataOf(api.PATCH('/api/v1/organization', { body: { retention: wanted } }))
    await queries.invalidateQueries({ queryKey: ['organization'] })
    tell('What is older is deleted within the hour.')
    onClose()
  }
  return (
    <Dialog title="How long data is kept" onClose={onClose}>
      <Form action="Save" onSubmit={save} more={<Button onClick={onClose}>Cancel</Button>}>
        <p>In days. What is older is deleted within the hour, and cannot be brought back.</p>
        {CHANGEABLE.map((name) => (
          <TextField
            key={name}
            type="number"
            min={1}
            step={1}
            inputMode="numeric"
            label={LABELS[name]}
            name={`retention.${name}`}
            hint={
              retention[name].most === null
                ? 'Empty: for ever.'
                : `At most ${inDays(retention[name].most)}. Empty: as long as that.`
            }
            value={days[name] ?? ''}
            onChange={(value) => setDays({ ...days, [name]: value })}
          />
        ))}
      </Form>
    </Dialog>
  )
}
