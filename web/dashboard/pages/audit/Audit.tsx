import { useQuery } from '@tanstack/preact-query'
import { ScrollText } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { useSearchParams } from 'wouter-preact'
import { answerOf, api, dataOf, type Schemas } from '../../api.ts'
import { Button } from '../../components/Button.tsx'
import { Empty } from '../../components/Empty.tsx'
import { SelectField, TextField } from '../../components/forms/Form.tsx'
import { Downloads } from '../../components/lists/Downloads.tsx'
import { type Column, PagedTable } from '../../components/lists/Table.tsx'
import { Page } from '../../components/Page.tsx'
import { Time } from '../../components/Time.tsx'
import { usePages } from '../../pagesOf.ts'
import { EventDialog } from './EventDialog.tsx'
import { Who } from './Who.tsx'
import { capital, fieldName, KINDS, sentenceOf, wordOf } from './words.ts'

type Event = Schemas['AuditEvent']

const DAY_MS = 86_400_000

/** Returns when a day begins in the user's time zone, or when the next one does. */
function momentOf(day: string, isEnd = false): string | undefined {
  const begin = new Date(`${day}T00:00`)
  if (Number.isNaN(begin.getTime())) return undefined
  // Days can have 23 or 25 hours.
  return new Date(isEnd ? new Date(begin.getTime() + 1.5 * DAY_MS).setHours(0, 0, 0, 0) : begin).toISOString()
}

/** The audit log: who changed what. */
export function Audit() {
  const [params, setParams] = useSearchParams()
  const [opened, setOpened] = useState<Event>()
  const at = (name: string) => params.get(name) ?? ''
  const set = (name: string) => (value: string) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      if (value) next.set(name, value)
      else next.delete(name)
      return next
    })
  const filter = {
    ...(at('actor') && { actor: at('actor') }),
    ...(at('kind') && { target_kind: at('kind') }),
    ...(at('from') && { from: momentOf(at('from')) }),
    ...(at('to') && { to: momentOf(at('to'), true) }),
  }
  const isFiltered = Object.keys(filter).length > 0
  const pages = usePages(['audit', filter], (after) =>
    answerOf(api.GET('/api/v1/audit-events', { params: { query: { ...filter, limit: 50, after } } })),
  )
  const { data: people = [] } = useQuery({
    queryKey: ['users', 'all'],
    queryFn: () => dataOf(api.GET('/api/v1/users', { params: { query: { limit: 100 } } })),
  })
  const actors = [...new Set([...people.map(({ email }) => email), at('actor')])].filter(Boolean)
  return (
    <Page
      title="Audit"
      about="Who changed what, and who signed in. Nobody can change or delete these events."
      actions={<Downloads path="/api/v1/audit-events" query={filter} />}
    >
      <div class="filters">
        <div class="field wide">
          <SelectField
            label="Who"
            name="actor"
            value={at('actor')}
            onChange={set('actor')}
            options={[['', 'Everybody'], ...actors.map((one) => [one, one] as const)]}
          />
        </div>
        <SelectField
          label="What"
          name="kind"
          value={at('kind')}
          onChange={set('kind')}
          options={[
            ['', 'Everything'],
            ...Object.entries(KINDS).map(([kind, name]) => [kind, capital(name)] as const),
          ]}
        />
        <TextField label="From" name="from" type="date" value={at('from')} onChange={set('from')} />
        <TextField label="To" name="to" type="date" value={at('to')} onChange={set('to')} />
        {isFiltered && (
          <Button kind="quiet" onClick={() => setParams({})}>
            Clear filters
          </Button>
        )}
      </div>
      <PagedTable
        label="Events"
        columns={columnsFor(setOpened)}
        pages={pages}
        keyOf={({ id }) => id}
        empty={
          isFiltered ? (
            <Empty
              icon={ScrollText}
              title="No matching events"
              actions={<Button onClick={() => setParams({})}>Show all events</Button>}
            >
              Try fewer filters.
            </Empty>
          ) : (
            <Empty icon={ScrollText} title="No events yet">
              Sign-ins and changes appear here.
            </Empty>
          )
        }
      />
      {opened && <EventDialog event={opened} onClose={() => setOpened(undefined)} />}
    </Page>
  )
}

const columnsFor = (open: (event: Event) => void): readonly Column<Event>[] => [
  { name: 'When', cell: ({ created_at }) => <Time at={created_at} /> },
  { name: 'Who', cell: (event) => <Who event={event} /> },
  {
    name: 'What',
    isMain: true,
    cell: (event) => (
      <>
        <button type="button" class="audit-open" onClick={() => open(event)}>
          {sentenceOf(event)}
        </button>
        <Changes event={event} />
      </>
    ),
  },
  { name: 'IP address', cell: ({ address }) => <span class="audit-address">{address ?? 'Server'}</span> },
]

const MAX_SHOWN = 3
const MAX_CHARACTERS = 60
const brief = (value: unknown) => {
  const text = wordOf(value)
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text
}

/** The first changed fields, on one line. */
function Changes({ event: { changes, action } }: { event: Event }) {
  const fields = Object.entries(changes)
  if (fields.length === 0 || /\.(deleted|revoked)$/.test(action)) return null
  const shown = fields
    .slice(0, MAX_SHOWN)
    .map(([field, change]) =>
      'before' in change
        ? `${fieldName(field)}: ${brief(change.before)} → ${brief(change.after)}`
        : `${fieldName(field)}: ${brief(change.after)}`,
    )
  const more = fields.length - MAX_SHOWN
  return (
    <span class="audit-changes">
      {shown.join(' · ')}
      {more > 0 && ` · ${more} more`}
    </span>
  )
}
