import { Clock } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Button } from '../../components/Button.tsx'
import { FormDialog } from '../../components/forms/FormDialog.tsx'
import { useRights } from '../../components/session.tsx'
import { showToast } from '../../components/Toasts.tsx'
import { api, dataOf, queries, type Schemas } from '../../lib/api.ts'
import { formatDate } from '../../lib/format.ts'
import { t } from '../../lib/texts.tsx'
import { DAYS, type Holiday, Holidays, type Span, Spans, WORKING } from './HoursFields.tsx'
import { likelyZone, ZoneField } from './ZoneField.tsx'

type Hours = NonNullable<Schemas['Organization']['office_hours']>

/** The hours in which people answer customers. */
export function OfficeHours({ hours, zone }: { hours: Hours | null; zone: string }) {
  const { isOwner } = useRights()
  const [isChanging, setChanging] = useState(false)
  const coming = (hours?.holidays ?? []).filter(({ date }) => date >= todayIn(zone))
  return (
    <section class="card stack" aria-labelledby="office-hours">
      <div class="row spread">
        <h2 id="office-hours">{t('Office hours')}</h2>
        {isOwner && (
          <Button icon={Clock} onClick={() => setChanging(true)}>
            {t('Set hours')}
          </Button>
        )}
      </div>
      {hours ? (
        <dl class="facts">
          {DAYS.map(([day, name]) => (
            <>
              <dt key={day}>{name}</dt>
              <dd key={`${day}-hours`}>{spansOf(hours, day) || t('Closed')}</dd>
            </>
          ))}
          <dt>{t('Time zone')}</dt>
          <dd>{zone}</dd>
          {coming.length > 0 && (
            <>
              <dt>{t('Holidays')}</dt>
              {coming.map(({ date, name }) => (
                <dd key={date}>
                  {formatDate(date)}
                  {name && ` · ${name}`}
                </dd>
              ))}
            </>
          )}
        </dl>
      ) : (
        <p>{t('People answer at any time.')}</p>
      )}
      <p class="small muted">
        {t(
          'Outside office hours, customers who are handed off to people are told when people are back, and asked for an email address.',
        )}
      </p>
      {isChanging && <Changes hours={hours} zone={zone} onClose={() => setChanging(false)} />}
    </section>
  )
}

/** Today's date in a time zone, as `YYYY-MM-DD`. */
const todayIn = (timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format()

const spansOf = ({ days }: Hours, day: Span['day']) =>
  days
    .filter((span) => span.day === day)
    .map(({ from, to }) => `${from}–${to}`)
    .join(', ')

function Changes({
  hours,
  zone,
  onClose,
}: {
  hours: Hours | null
  zone: string
  onClose: () => void
}) {
  const [timezone, setTimezone] = useState(hours ? zone : likelyZone(zone))
  const [days, setDays] = useState<readonly Span[]>(
    hours?.days ?? WORKING.map((day) => ({ day, from: '09:00', to: '17:00' })),
  )
  const [holidays, setHolidays] = useState<readonly Holiday[]>(hours?.holidays ?? [])
  const save = async (office_hours: Hours | null) => {
    await dataOf(api.PATCH('/api/v1/organization', { body: { office_hours } }))
    await queries.invalidateQueries({ queryKey: ['organization'] })
    showToast(t('Saved.'))
    onClose()
  }
  return (
    <FormDialog
      title={t('Office hours')}
      action={t('Save')}
      onSubmit={() => save({ timezone: timezone.trim(), days: [...days], holidays: [...holidays] })}
      more={hours && <Button onClick={() => save(null)}>{t('Always open')}</Button>}
      onClose={onClose}
    >
      <ZoneField name="office_hours.timezone" value={timezone} onChange={setTimezone} />
      <Spans days={days} onChange={setDays} />
      <Holidays holidays={holidays} onChange={setHolidays} />
    </FormDialog>
  )
}
