import { Pause, Play, Radio } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { useSearchParams } from 'wouter-preact'
import { Badge } from '../../../components/Badge.tsx'
import { Button } from '../../../components/Button.tsx'
import { Empty } from '../../../components/Empty.tsx'
import { SelectField } from '../../../components/forms/Form.tsx'
import { useOpened } from '../../../components/lists/Drawer.tsx'
import { type Column, PagedTable } from '../../../components/lists/Table.tsx'
import { Page } from '../../../components/Page.tsx'
import type { EventName } from '../../../components/records/endpoints.ts'
import { formatExact } from '../../../lib/format.ts'
import { locale } from '../../../lib/language.ts'
import { rich, t } from '../../../lib/texts.tsx'
import { descriptionOf, TYPE_GROUPS, typeNamed } from '../eventTypes.ts'
import { WebhookTabs } from '../WebhookTabs.tsx'
import { EventDrawer } from './EventDrawer.tsx'
import { type FeedEvent, forgetEvents, subjectOf, useEvents } from './events.ts'
import { useEventStream } from './useEventStream.ts'

/** Events as they happen. */
export function LiveEvents() {
  const [params, setParams] = useSearchParams()
  const type = typeNamed(params.get('type'))
  const [beginnings, setBeginnings] = useState(0)
  const beginAnew = () => {
    forgetEvents()
    setBeginnings((before) => before + 1)
  }
  const choose = (chosen: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (chosen) next.set('type', chosen)
        else next.delete('type')
        return next
      },
      { replace: true },
    )
  return (
    <Page
      title={t('Webhooks')}
      about={rich(
        'What happens, as it happens. Your programs can read the same from <a>the API</a>.',
        {
          a: (words) => (
            <a href="/docs" target="_blank" rel="noreferrer">
              {words}
            </a>
          ),
        },
      )}
    >
      <WebhookTabs />
      <Stream key={`${beginnings} ${type}`} type={type} onChoose={choose} onExpired={beginAnew} />
    </Page>
  )
}

/** The most events kept while the page is open. Beyond this number, older events are not shown. */
const MOST = 1_000

/** An id before that of the oldest event. */
const NO_EVENT = '00000000-0000-0000-0000-000000000000'

interface StreamProps {
  type: EventName | undefined
  onChoose: (type: string) => void
  /** Called when the stream cannot resume at its last place. */
  onExpired: () => void
}

function Stream({ type, onChoose, onExpired }: StreamProps) {
  const { opened, open, close } = useOpened('event')
  const past = useEvents(type)
  /** The events that have arrived, newest first; those held back while paused. */
  const [arrived, setArrived] = useState<readonly FeedEvent[]>([])
  const [held, setHeld] = useState<readonly FeedEvent[]>()
  const isPaused = held !== undefined
  const newest = past.isLoading ? undefined : (past.rows[0]?.id ?? NO_EVENT)
  const receive = (event: FeedEvent) => {
    if (isPaused) setHeld((before = []) => [event, ...before].slice(0, MOST))
    else setArrived((before) => [event, ...before].slice(0, MOST))
  }
  const isLive = useEventStream(type, newest, receive, onExpired)
  const resume = () => {
    setArrived([...(held ?? []), ...arrived].slice(0, MOST))
    setHeld(undefined)
  }
  const rows = joined(arrived, past.rows)
  const isFull = arrived.length === MOST
  return (
    <>
      <div class="filters">
        <div class="live-filter">
          <SelectField
            label={t('Type')}
            name="type"
            value={type ?? ''}
            onChange={onChoose}
            options={[['', t('All types')]]}
            groups={TYPE_GROUPS.map(([name, types]) => [
              name,
              types.map(([name]) => [name, name] as const),
            ])}
          />
        </div>
        <div class="live-state">
          <Live isLive={isLive} isPaused={isPaused} />
          {isPaused ? (
            <Button icon={Play} onClick={resume}>
              {held.length > 0
                ? t('{count, plural, one {Show # new event} other {Show # new events}}', {
                    count: held.length,
                  })
                : t('Resume')}
            </Button>
          ) : (
            <Button icon={Pause} onClick={() => setHeld([])}>
              {t('Pause')}
            </Button>
          )}
        </div>
      </div>
      <PagedTable
        label={t('Events')}
        columns={COLUMNS}
        pages={{ ...past, rows, hasMore: past.hasMore && !isFull }}
        keyOf={({ id }) => id}
        remember="live-events"
        onOpen={({ id }) => open(id)}
        empty={
          <Empty icon={Radio} title={t('Waiting for events')}>
            {type
              ? t('No event of this type is kept. The next one appears here at once.')
              : t('The next reply, rating or change appears here at once.')}
          </Empty>
        }
      />
      {opened && (
        <EventDrawer
          key={opened}
          id={opened}
          known={rows.find(({ id }) => id === opened)}
          onClose={close}
        />
      )}
    </>
  )
}

/** Joins new and earlier events. An event in both is shown once. */
function joined(arrived: readonly FeedEvent[], past: readonly FeedEvent[]): readonly FeedEvent[] {
  if (arrived.length === 0) return past
  if (arrived.length === MOST) return arrived
  const ids = new Set(arrived.map(({ id }) => id))
  return [...arrived, ...past.filter(({ id }) => !ids.has(id))]
}

function Live({ isLive, isPaused }: { isLive: boolean; isPaused: boolean }) {
  const text = isPaused ? t('Paused') : isLive ? t('Live') : t('Connecting …')
  return (
    <span class={`live${isLive && !isPaused ? ' on' : ''}`} role="status">
      {text}
    </span>
  )
}

const clock = new Intl.DateTimeFormat(locale, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})
const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })

/** A time to the second. Events of the same second keep their order. */
function Moment({ at }: { at: string }) {
  const date = new Date(at)
  const isToday = date.toDateString() === new Date().toDateString()
  return (
    <time dateTime={at} title={formatExact(at)} class="nowrap event-time">
      {!isToday && <span class="muted">{day.format(date)} </span>}
      {clock.format(date)}
    </time>
  )
}

const COLUMNS: readonly Column<FeedEvent>[] = [
  {
    name: t('Event'),
    isMain: true,
    cell: ({ type, is_test }) => (
      <>
        <code class="event-type">{type}</code> {is_test && <Badge>{t('Test')}</Badge>}
        <span class="small muted event-what">{descriptionOf(type)}</span>
      </>
    ),
  },
  { name: t('About'), cell: (event) => <span class="event-subject">{subjectOf(event)}</span> },
  { name: t('When'), cell: ({ created_at }) => <Moment at={created_at} /> },
]
