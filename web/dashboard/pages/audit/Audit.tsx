import { useQuery } from '@tanstack/preact-query'
import { ScrollText } from 'lucide-preact'
import { useSearchParams } from 'wouter-preact'
import { Button } from '../../components/Button.tsx'
import { momentOf } from '../../components/charts/calendar.ts'
import { Empty } from '../../components/Empty.tsx'
import { SelectField, TextField } from '../../components/forms/Form.tsx'
import { Downloads } from '../../components/lists/Downloads.tsx'
import { useOpened } from '../../components/lists/Drawer.tsx'
import { useSorting } from '../../components/lists/sorting.ts'
import { type Column, PagedTable } from '../../components/lists/Table.tsx'
import { Page } from '../../components/Page.tsx'
import { Time } from '../../components/Time.tsx'
import { answerOf, api, dataOf, type Schemas } from '../../lib/api.ts'
import { usePages } from '../../lib/pagesOf.ts'
import { t } from '../../lib/texts.tsx'
import { changedValues } from './changedValues.ts'
import { EventDrawer } from './EventDrawer.tsx'
import { Who } from './Who.tsx'
import { capital, KINDS, sentenceOf, wordOf } from './words.ts'

type Event = Schemas['AuditEvent']

/** Returns when a day begins in the reader's time zone, or when it ends. */
function timeOf(day: string, isEnd = false): string | undefined {
  const moment = momentOf(day, isEnd)
  return moment === undefined ? undefined : new Date(moment).toISOString()
}

/** The audit log: changes with their authors. */
export function Audit() {
  const [params, setParams] = useSearchParams()
  const { opened, open, close } = useOpened()
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
    ...(at('from') && { from: timeOf(at('from')) }),
    ...(at('to') && { to: timeOf(at('to'), true) }),
  }
  const isFiltered = Object.keys(filter).length > 0
  const { sorting, sort } = useSorting(SORTS, { by: 'created_at', order: 'desc' })
  const query = { ...filter, sort: sorting.by, order: sorting.order }
  const pages = usePages(['audit', query], (after) =>
    answerOf(
      api.GET('/api/v1/audit-events', { params: { query: { ...query, limit: 50, after } } }),
    ),
  )
  const { data: people = [] } = useQuery({
    queryKey: ['users', 'all'],
    queryFn: () => dataOf(api.GET('/api/v1/users', { params: { query: { limit: 100 } } })),
  })
  const actors = [...new Set([...people.map(({ email }) => email), at('actor')])].filter(Boolean)
  return (
    <Page
      title={t('Audit')}
      about={t('Who changed what, and who signed in. Nobody can change or delete these events.')}
      actions={<Downloads path="/api/v1/audit-events" query={query} />}
    >
      <div class="filters">
        <div class="field wide">
          <SelectField
            label={t('Who')}
            name="actor"
            value={at('actor')}
            onChange={set('actor')}
            options={[['', t('Everybody')], ...actors.map((actor) => [actor, actor] as const)]}
          />
        </div>
        <SelectField
          label={t('What')}
          name="kind"
          value={at('kind')}
          onChange={set('kind')}
          options={[
            ['', t('Everything')],
            ...Object.entries(KINDS).map(([kind, name]) => [kind, capital(name)] as const),
          ]}
        />
        <TextField
          label={t('From')}
          name="from"
          type="date"
          value={at('from')}
          onChange={set('from')}
        />
        <TextField label={t('To')} name="to" type="date" value={at('to')} onChange={set('to')} />
        {isFiltered && (
          <Button kind="quiet" onClick={() => setParams({})}>
            {t('Clear filters')}
          </Button>
        )}
      </div>
      <PagedTable
        label={t('Events')}
        columns={COLUMNS}
        remember="audit"
        sorting={sorting}
        onSort={sort}
        onOpen={({ id }) => open(id)}
        pages={pages}
        keyOf={({ id }) => id}
        empty={
          isFiltered ? (
            <Empty
              icon={ScrollText}
              title={t('No matching events')}
              actions={<Button onClick={() => setParams({})}>{t('Show all events')}</Button>}
            >
              {t('Try fewer filters.')}
            </Empty>
          ) : (
            <Empty icon={ScrollText} title={t('No events yet')}>
              {t('Sign-ins and changes appear here.')}
            </Empty>
          )
        }
      />
      {opened && (
        <EventDrawer
          key={opened}
          id={opened}
          known={pages.rows.find(({ id }) => id === opened)}
          onClose={close}
        />
      )}
    </Page>
  )
}

const SORTS = ['created_at', 'action', 'actor', 'address'] as const

const COLUMNS: readonly Column<Event>[] = [
  {
    name: t('What'),
    isMain: true,
    sort: 'action',
    cell: (event) => (
      <>
        <span class="audit-open">{sentenceOf(event)}</span>
        <Changes event={event} />
      </>
    ),
  },
  { name: t('Who'), sort: 'actor', cell: (event) => <Who event={event} /> },
  {
    name: t('When'),
    sort: 'created_at',
    cell: ({ created_at }) => (
      <span class="nowrap">
        <Time at={created_at} />
      </span>
    ),
  },
  {
    name: t('IP address'),
    sort: 'address',
    cell: ({ address }) => <span class="audit-address">{address ?? t('Server')}</span>,
  },
]

const MAX_SHOWN = 3
const MAX_CHARACTERS = 60
const brief = (value: unknown) => {
  const text = wordOf(value)
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text
}

/** The first changed fields, on a single line. */
function Changes({ event: { changes, action } }: { event: Event }) {
  const fields = changedValues(changes)
  if (fields.length === 0 || /\.(deleted|revoked)$/.test(action)) return null
  const shown = fields
    .slice(0, MAX_SHOWN)
    .map((change) =>
      'before' in change
        ? `${change.name}: ${brief(change.before)} → ${brief(change.after)}`
        : `${change.name}: ${brief(change.after)}`,
    )
  const more = fields.length - MAX_SHOWN
  return (
    <span class="audit-changes">
      {shown.join(' · ')}
      {more > 0 && ` · ${t('{count} more', { count: more })}`}
    </span>
  )
}
