import { Clock, Plus, Trash2 } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Button } from '../../components/Button.tsx'
import { SelectField, TextField } from '../../components/forms/Form.tsx'
import { FormDialog } from '../../components/forms/FormDialog.tsx'
import { useRights } from '../../components/session.tsx'
import { showToast } from '../../components/Toasts.tsx'
import { api, dataOf, queries, type Schemas } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'
import { likelyZone, ZoneField } from './ZoneField.tsx'

type Hours = NonNullable<Schemas['Organization']['office_hours']>
type Span = Hours['days'][number]

const DAYS: readonly [Span['day'], string][] = [
  ['monday', t('Monday')],
  ['tuesday', t('Tuesday')],
  ['wednesday', t('Wednesday')],
  ['thursday', t('Thursday')],
  ['friday', t('Friday')],
  ['saturday', t('Saturday')],
  ['sunday', t('Sunday')],
]
/** `HH:MM`. The browser's own field for times does not accept 24:00. */
const TIME = '([01][0-9]|2[0-3]):[0-5][0-9]|24:00'
const WORKING: readonly Span['day'][] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday']

/** Returns the day after the last span, as the likely day of the next span. */
function dayAfter(days: readonly Span[]): Span['day'] {
  const last = DAYS.findIndex(([day]) => day === days.at(-1)?.day)
  return DAYS[(last + 1) % DAYS.length]![0]
}

/** The hours in which people answer customers. */
export function OfficeHours({ hours, zone }: { hours: Hours | null; zone: string }) {
  const { isOwner } = useRights()
  const [isChanging, setChanging] = useState(false)
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
  const change = (at: number, fields: Partial<Span>) =>
    setDays(days.map((span, nth) => (nth === at ? { ...span, ...fields } : span)))
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
      onSubmit={() => save({ timezone: timezone.trim(), days: [...days] })}
      more={hours && <Button onClick={() => save(null)}>{t('Always open')}</Button>}
      onClose={onClose}
    >
      <ZoneField name="office_hours.timezone" value={timezone} onChange={setTimezone} />
      {days.map(({ day, from, to }, at) => (
        // Spans have no other identity than their place.
        <fieldset class="row fields" key={at}>
          <legend class="sr-only">{t('Hours {number}', { number: at + 1 })}</legend>
          <SelectField
            label={t('Day')}
            name={`office_hours.days.${at}.day`}
            options={DAYS}
            value={day}
            onChange={(value) => change(at, { day: value as Span['day'] })}
          />
          <TextField
            label={t('From')}
            name={`office_hours.days.${at}.from`}
            size={5}
            maxLength={5}
            pattern={TIME}
            required
            value={from}
            onChange={(value) => change(at, { from: value })}
          />
          <TextField
            label={t('To')}
            name={`office_hours.days.${at}.to`}
            size={5}
            maxLength={5}
            pattern={TIME}
            required
            value={to}
            onChange={(value) => change(at, { to: value })}
          />
          <Button
            kind="quiet"
            icon={Trash2}
            label={t('Remove hours {number}', { number: at + 1 })}
            onClick={() => setDays(days.filter((_, nth) => nth !== at))}
          />
        </fieldset>
      ))}
      {days.length < 21 && (
        <Button
          icon={Plus}
          onClick={() => setDays([...days, { day: dayAfter(days), from: '09:00', to: '17:00' }])}
        >
          {t('Add hours')}
        </Button>
      )}
    </FormDialog>
  )
}
