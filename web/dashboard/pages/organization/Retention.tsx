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
  trace_days: 'Reply traces',
  request_log_days: 'Request logs',
  analytics_days: 'Analytics',
  audit_days: 'Audit events',
} as const
const NAMES = Object.keys(LABELS) as (keyof typeof LABELS)[]
/** Without the audit's time, which only the operator sets, so that nobody can cover their tracks. */
const CHANGEABLE = ['message_days', 'trace_days', 'request_log_days', 'analytics_days'] as const

const inDays = (days: number | null) =>
  days === null ? 'Forever' : days === 1 ? '1 day' : `${formatNumber(days)} days`

/** How long each kind of data is kept. */
export function Retention({ retention }: { retention: Kept }) {
  const { isOwner } = useRights()
  const [isChanging, setChanging] = useState(false)
  return (
    <section class="card stack" aria-labelledby="retention">
      <div class="row spread">
        <h2 id="retention">Data retention</h2>
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
        Sessions and conversations are deleted this long after their last message, with all messages and
        feedback. Their cost stays in the analytics.
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
    tell('Saved. Older data is deleted within the hour.')
    onClose()
  }
  return (
    <Dialog title="Data retention" onClose={onClose}>
      <Form action="Save" onSubmit={save} more={<Button onClick={onClose}>Cancel</Button>}>
        <p>In days. Older data is deleted within the hour and cannot be restored.</p>
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
                ? 'If empty, data is kept forever.'
                : `Up to ${inDays(retention[name].most)}, which is also the default.`
            }
            value={days[name] ?? ''}
            onChange={(value) => setDays({ ...days, [name]: value })}
          />
        ))}
      </Form>
    </Dialog>
  )
}
