import { textOfFragment } from '../html/html.ts'
import { clean } from '../text/text.ts'

/** The most events of a calendar that are read. */
const MAX_EVENTS = 100
/** The most characters of a calendar that are read. */
const MAX_CHARACTERS = 1024 * 1024

/** A line of a calendar (RFC 5545), such as `DTSTART;TZID=Europe/Berlin:20260310T090000`. */
interface Property {
  value: string
  parameters: Readonly<Record<string, string>>
}
type Event = Readonly<Record<string, Property>>

/**
 * Reads the events of a calendar, as invitations have it: what, when, where, who, and the
 * description. Times stay in the time zone that the calendar names.
 */
export function readCalendar(source: string): string[] {
  const { events, method } = parse(source.slice(0, MAX_CHARACTERS))
  return [...new Set(events.map((event) => textOfEvent(event, method)).filter(Boolean))]
}

/** Reads lines that it does not understand as if they were not there. */
function parse(source: string): { events: Event[]; method: string } {
  const events: Record<string, Property>[] = []
  const within: string[] = []
  let method = ''
  for (const line of source.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)) {
    const property = propertyIn(line)
    if (!property) continue
    const { name, value } = property
    if (name === 'BEGIN') within.push(value.toUpperCase())
    if (name === 'BEGIN' && value.toUpperCase() === 'VEVENT') events.push({})
    if (name === 'END') within.pop()
    if (name === 'METHOD' && within.length === 1) method = value.toUpperCase()
    // Alarms within an event have a description of their own.
    const event = within.at(-1) === 'VEVENT' ? events.at(-1) : undefined
    if (event && !Object.hasOwn(event, name)) event[name] = property
  }
  return { events: events.slice(0, MAX_EVENTS), method }
}

function propertyIn(line: string): (Property & { name: string }) | undefined {
  const pieces = /^([\w-]{1,60})((?:;[\w-]{1,60}=(?:"[^"]*"|[^";:]*))*):(.*)$/s.exec(line)
  if (!pieces) return undefined
  const parameters = Object.fromEntries(
    [...pieces[2]!.matchAll(/;([\w-]+)=(?:"([^"]*)"|([^";:]*))/g)].map(
      ([, name, quoted, plain]) => [name!.toUpperCase(), quoted ?? plain ?? ''],
    ),
  )
  return { name: pieces[1]!.toUpperCase(), value: pieces[3]!.trim(), parameters }
}

function textOfEvent(event: Event, method: string): string {
  const isCancelled = method === 'CANCEL' || event.STATUS?.value.toUpperCase() === 'CANCELLED'
  const about = [
    ['Event', textOfProperty(event.SUMMARY)],
    ['Status', isCancelled ? 'cancelled' : ''],
    ['When', whenOf(event)],
    ['Repeats', repetitionOf(event.RRULE?.value ?? '')],
    ['Where', textOfProperty(event.LOCATION)],
    ['Organizer', personIn(event.ORGANIZER)],
  ].flatMap(([name, value]) => (value ? `${name}: ${value.replace(/\s+/g, ' ')}` : []))
  const description = textOfProperty(event.DESCRIPTION)
  return about.length ? [about.join('\n'), description].filter(Boolean).join('\n\n') : ''
}

/** Returns a text without its escapes. Calendars on the web write HTML into descriptions. */
function textOfProperty(property: Property | undefined): string {
  const text = (property?.value ?? '').replace(
    /\\([\\;,nN])/g,
    (_, sign: string) => SIGNS[sign] ?? sign,
  )
  return clean(/<(?:br|p|a|b|ul|div|span|html-blob)\b/i.test(text) ? textOfFragment(text) : text)
}
const SIGNS: Readonly<Record<string, string>> = { n: '\n', N: '\n' }

function personIn(property: Property | undefined): string {
  const address = (property?.value ?? '').replace(/^mailto:/i, '')
  const name = clean(property?.parameters.CN ?? '')
  return name && address && name !== address ? `${name} <${address}>` : address || name
}

/** A point in time as the calendar writes it, or a whole day. */
interface Moment {
  /** Milliseconds, as if it were in UTC. */
  ms: number
  /** The name of the time zone; empty: that of the reader. */
  zone: string
  isDay: boolean
}

const DAY_MS = 24 * 60 * 60 * 1000

function whenOf(event: Event): string {
  const start = momentOf(event.DTSTART)
  if (!start) return ''
  const end = momentOf(event.DTEND) ?? plusDuration(start, event.DURATION?.value ?? '')
  // The end of whole days is the day after the last.
  const last = end && start.isDay ? { ...end, ms: Math.max(start.ms, end.ms - DAY_MS) } : end
  if (!last || last.ms <= start.ms) return textOfMoment(start)
  const isShort = !start.isDay && dayOf(start) === dayOf(last) && start.zone === last.zone
  if (isShort) return `${dayOf(start)}, ${timeOf(start)} to ${timeOf(last)}${zoneOf(last)}`
  return `${textOfMoment(start)} to ${textOfMoment(last)}`
}

function momentOf(property: Property | undefined): Moment | undefined {
  const [, year, month, day, hour, minute, second, utc] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?(Z)?)?$/i.exec(property?.value ?? '') ?? []
  if (!year) return undefined
  const [y, m, d, h, min, s] = [year, month, day, hour, minute, second].map((part) =>
    Number(part ?? 0),
  ) as [number, number, number, number, number, number]
  const zone = utc ? 'UTC' : clean(property?.parameters.TZID ?? '').replace(/^\/+/, '')
  return { ms: Date.UTC(y, m - 1, d, h, min, s), zone, isDay: hour === undefined }
}

function plusDuration(start: Moment, duration: string): Moment | undefined {
  const [, weeks, days, hours, minutes, seconds] =
    /^\+?P(?:(\d{1,4})W)?(?:(\d{1,4})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,5})M)?(?:(\d{1,6})S)?)?$/i.exec(
      duration,
    ) ?? []
  const [w, d, h, m, s] = [weeks, days, hours, minutes, seconds].map((part) =>
    Number(part ?? 0),
  ) as [number, number, number, number, number]
  const ms = (w * 7 + d) * DAY_MS + ((h * 60 + m) * 60 + s) * 1000
  return ms ? { ...start, ms: start.ms + ms } : undefined
}

const DAY = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
const dayOf = ({ ms }: Moment) => DAY.format(ms)
const timeOf = ({ ms }: Moment) => new Date(ms).toISOString().slice(11, 16)
const zoneOf = ({ zone }: Moment) => (zone === 'UTC' ? ' UTC' : zone && ` (time zone ${zone})`)
const textOfMoment = (moment: Moment) =>
  moment.isDay ? dayOf(moment) : `${dayOf(moment)}, ${timeOf(moment)}${zoneOf(moment)}`

const UNITS: Readonly<Record<string, string>> = {
  DAILY: 'day',
  WEEKLY: 'week',
  MONTHLY: 'month',
  YEARLY: 'year',
}
const DAYS: Readonly<Record<string, string>> = {
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
}

const ORDINALS: Readonly<Record<string, string>> = {
  1: 'the first ',
  2: 'the second ',
  3: 'the third ',
  4: 'the fourth ',
  5: 'the fifth ',
  '-1': 'the last ',
  '-2': 'the second last ',
}

/**
 * Returns the days of a rule, such as `TU`, `1MO` or `-1FR`, in words; none if words are missing.
 * @param position which of the days of a month it is; empty: the days say it themselves
 */
function daysOf(rule: string, position: string): string[] {
  const days = rule.split(',').map((day) => /^\+?(-?\d{0,2})([A-Z]{2})$/.exec(day) ?? [])
  if (position && days.length > 1) return []
  return days.flatMap(([, ordinal = '', name = '']) => {
    const which = ordinal || position
    const ordinalWords = which ? ORDINALS[which] : ''
    return DAYS[name] && ordinalWords !== undefined ? ordinalWords + DAYS[name] : []
  })
}

/** Says a rule such as `FREQ=WEEKLY;BYDAY=TU;COUNT=10` in words; empty: it has no usual unit. */
function repetitionOf(rule: string): string {
  const parts: Partial<Record<string, string>> = Object.fromEntries(
    rule
      .toUpperCase()
      .split(';')
      .map((part) => part.split('=')),
  )
  const unit = UNITS[parts.FREQ ?? '']
  if (!unit) return ''
  const interval = Number(parts.INTERVAL ?? 1)
  const days = daysOf(parts.BYDAY ?? '', parts.BYSETPOS ?? '')
  const until = momentOf(parts.UNTIL ? { value: parts.UNTIL, parameters: {} } : undefined)
  return [
    interval > 1 ? `every ${interval} ${unit}s` : `every ${unit}`,
    days.length ? ` on ${days.join(', ')}` : '',
    until ? ` until ${dayOf(until)}` : '',
    parts.COUNT ? `, ${parts.COUNT} times` : '',
  ].join('')
}
