import { Globe } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Button } from '../../components/Button.tsx'
import { FormDialog } from '../../components/forms/FormDialog.tsx'
import { useRights } from '../../components/session.tsx'
import { showToast } from '../../components/Toasts.tsx'
import { api, dataOf, queries } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'
import { likelyZone, ZoneField } from './ZoneField.tsx'

/** The time zone of the organization. */
export function TimeZone({ zone }: { zone: string }) {
  const { isOwner } = useRights()
  const [isChanging, setChanging] = useState(false)
  return (
    <section class="card stack" aria-labelledby="time-zone">
      <div class="row spread">
        <h2 id="time-zone">{t('Time zone')}</h2>
        {isOwner && (
          <Button icon={Globe} onClick={() => setChanging(true)}>
            {t('Set time zone')}
          </Button>
        )}
      </div>
      <p>{zone}</p>
      <p class="small muted">
        {t('Agents know date and time in this time zone, and your office hours are meant in it.')}
      </p>
      {isChanging && <Changes zone={zone} onClose={() => setChanging(false)} />}
    </section>
  )
}

function Changes({ zone, onClose }: { zone: string; onClose: () => void }) {
  const [time_zone, setZone] = useState(likelyZone(zone))
  const save = async () => {
    await dataOf(api.PATCH('/api/v1/organization', { body: { time_zone: time_zone.trim() } }))
    await queries.invalidateQueries({ queryKey: ['organization'] })
    showToast(t('Saved.'))
    onClose()
  }
  return (
    <FormDialog title={t('Time zone')} action={t('Save')} onSubmit={save} onClose={onClose}>
      <ZoneField name="time_zone" value={time_zone} onChange={setZone} />
    </FormDialog>
  )
}
