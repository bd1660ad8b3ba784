import { History } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Button } from '../../components/Button.tsx'
import { TextField } from '../../components/forms/Form.tsx'
import { FormDialog } from '../../components/forms/FormDialog.tsx'
import { useRights } from '../../components/session.tsx'
import { api, dataOf, queries, type Schemas } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'

type Kept = Schemas['Retention']

const LABELS = {
  message_days: t('Sessions and conversations'),
  trace_days: t('Reply traces'),
  request_log_days: t('Request logs'),
  analytics_days: t('Analytics'),
  audit_days: t('Audit events'),
} as const
const NAMES = Object.keys(LABELS) as (keyof typeof LABELS)[]
/**
 * Leaves out the retention of the audit log. Only the operator sets it, so that no user can hide
 * what they did.
 */
const CHANGEABLE = ['message_days', 'trace_days', 'request_log_days', 'analytics_days'] as const

const inDays = (days: number | null) =>
  days === null ? t('Forever') : t('{days, plural, one {# day} other {# days}}', { days })

/** How long each kind of data is kept. */
export function Retention({ retention }: { retention: Kept }) {
  const { isOwner } = useRights()
  const [isChanging, setChanging] = useState(false)
  return (
    <section class="card stack" aria-labelledby="retention">
      <div class="row spread">
        <h2 id="retention">{t('Data retention')}</h2>
        {isOwner && (
          <Button icon={History} onClick={() => setChanging(true)}>
            {t('Change')}
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
        {t(
          'Sessions and conversations are deleted this long after their last message, with all messages and feedback. Their cost stays in the analytics.',
        )}
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
  }
  return (
    <FormDialog
      title={t('Data retention')}
      action={t('Save')}
      onSubmit={save}
      done={t('Saved. Older data is deleted within the hour.')}
      onClose={onClose}
    >
      <p>{t('In days. Older data is deleted within the hour and cannot be restored.')}</p>
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
              ? t('If empty, data is kept forever.')
              : t('Up to {time}, which is also the default.', {
                  time: inDays(retention[name].most),
                })
          }
          value={days[name] ?? ''}
          onChange={(value) => setDays({ ...days, [name]: value })}
        />
      ))}
    </FormDialog>
  )
}
