import { Plus, Trash2 } from 'lucide-preact'
import { Button } from '../../components/Button.tsx'
import { SelectField, TextField } from '../../components/forms/Form.tsx'
import type { Schemas } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'

type Hours = NonNullable<Schemas['Organization']['office_hours']>
export type Span = Hours['days'][number]
export type Holiday = NonNullable<Hours['holidays']>[number]

export const DAYS: readonly [Span['day'], string][] = [
  ['monday', t('Monday')],
  ['tuesday', t('Tuesday')],
  ['wednesday', t('Wednesday')],
  ['thursday', t('Thursday')],
  ['friday', t('Friday')],
  ['saturday', t('Saturday')],
  ['sunday', t('Sunday')],
]
export const WORKING: readonly Span['day'][] = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
]

/** `HH:MM`. The browser's own field for times does not accept 24:00. */
const TIME = '([01][0-9]|2[0-3]):[0-5][0-9]|24:00'
/** The most spans and holidays that the API takes. */
const MOST_SPANS = 21
const MOST_HOLIDAYS = 100

/** Returns the day after the last span, as the likely day of the next span. */
function dayAfter(days: readonly Span[]): Span['day'] {
  const last = DAYS.findIndex(([day]) => day === days.at(-1)?.day)
  return DAYS[(last + 1) % DAYS.length]![0]
}

const changedAt = <Row,>(rows: readonly Row[], at: number, fields: Partial<Row>) =>
  rows.map((row, nth) => (nth === at ? { ...row, ...fields } : row))
const withoutAt = <Row,>(rows: readonly Row[], at: number) => rows.filter((_, nth) => nth !== at)

/** The spans of the week, one a row. Only the first row shows the labels. */
export const Spans = ({
  days,
  onChange,
}: {
  days: readonly Span[]
  onChange: (days: readonly Span[]) => void
}) => (
  <div class="stack labelled-once">
    {days.map(({ day, from, to }, at) => (
      // Spans have no other identity than their place.
      <fieldset class="row fields" key={at}>
        <legend class="sr-only">{t('Hours {number}', { number: at + 1 })}</legend>
        <SelectField
          label={t('Day')}
          name={`office_hours.days.${at}.day`}
          options={DAYS}
          value={day}
          onChange={(value) => onChange(changedAt(days, at, { day: value as Span['day'] }))}
        />
        <TextField
          label={t('From')}
          name={`office_hours.days.${at}.from`}
          size={5}
          maxLength={5}
          pattern={TIME}
          required
          value={from}
          onChange={(value) => onChange(changedAt(days, at, { from: value }))}
        />
        <TextField
          label={t('To')}
          name={`office_hours.days.${at}.to`}
          size={5}
          maxLength={5}
          pattern={TIME}
          required
          value={to}
          onChange={(value) => onChange(changedAt(days, at, { to: value }))}
        />
        <Button
          kind="quiet"
          icon={Trash2}
          label={t('Remove hours {number}', { number: at + 1 })}
          onClick={() => onChange(withoutAt(days, at))}
        />
      </fieldset>
    ))}
    {days.length < MOST_SPANS && (
      <Button
        icon={Plus}
        onClick={() => onChange([...days, { day: dayAfter(days), from: '09:00', to: '17:00' }])}
      >
        {t('Add hours')}
      </Button>
    )}
  </div>
)

/** The dates on which nobody answers, one a row. */
export const Holidays = ({
  holidays,
  onChange,
}: {
  holidays: readonly Holiday[]
  onChange: (holidays: readonly Holiday[]) => void
}) => (
  <div class="stack labelled-once">
    <p class="label">{t('Holidays')}</p>
    {holidays.map(({ date, name }, at) => (
      <fieldset class="row fields" key={at}>
        <legend class="sr-only">{t('Holiday {number}', { number: at + 1 })}</legend>
        <TextField
          label={t('Date')}
          name={`office_hours.holidays.${at}.date`}
          type="date"
          required
          value={date}
          onChange={(value) => onChange(changedAt(holidays, at, { date: value }))}
        />
        <TextField
          label={t('Name')}
          name={`office_hours.holidays.${at}.name`}
          maxLength={80}
          value={name ?? ''}
          onChange={(value) => onChange(changedAt(holidays, at, { name: value || null }))}
        />
        <Button
          kind="quiet"
          icon={Trash2}
          label={t('Remove holiday {number}', { number: at + 1 })}
          onClick={() => onChange(withoutAt(holidays, at))}
        />
      </fieldset>
    ))}
    {holidays.length < MOST_HOLIDAYS && (
      <Button icon={Plus} onClick={() => onChange([...holidays, { date: '', name: null }])}>
        {t('Add holiday')}
      </Button>
    )}
  </div>
)
