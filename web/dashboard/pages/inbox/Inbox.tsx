import { BookMarked, Inbox as InboxIcon } from 'lucide-preact'
import { useRef } from 'preact/hooks'
import { Link, useLocation, useRoute, useSearchParams } from 'wouter-preact'
import { ButtonLink } from '../../components/Button.tsx'
import { Connection } from '../../components/Connection.tsx'
import { rowOf, useReturnFocus } from '../../components/lists/returnFocus.ts'
import { NotFound } from '../../components/NotFound.tsx'
import { Page } from '../../components/Page.tsx'
import { type Filter, useCases } from '../../components/threads/cases.ts'
import { OPEN_CALLS } from '../../components/transcript/toolCalls.ts'
import { useInboxCounts } from '../../inbox/counts.tsx'
import { formatNumber } from '../../lib/format.ts'
import { refresh, useThreadEvents } from '../../lib/live/threads.ts'
import { t } from '../../lib/texts.tsx'
import { AlertsMenu } from './AlertsMenu.tsx'
import { Availability } from './Availability.tsx'
import { SavedAnswers } from './answers/SavedAnswers.tsx'
import { Case } from './Case.tsx'
import { CaseList } from './CaseList.tsx'
import { useKeys } from './keys.ts'
import { usePresences } from './presence.ts'
import { ToDecide } from './ToDecide.tsx'

const FILTERS: readonly (readonly [Filter, string])[] = [
  ['unassigned', t('Queue')],
  ['mine', t('Mine')],
  ['all', t('All')],
]

/** The actions of agents, in place of conversations. */
const DECIDE = 'decide'

/** The queue is the first filter, and needs nothing in the address. */
const addressOf = (filter: Filter | typeof DECIDE, id = '') =>
  `/inbox${id && `/${id}`}${filter === 'unassigned' ? '' : `?filter=${filter}`}`

export function Inbox() {
  const [isHere, at] = useRoute('/inbox/:id?')
  const [search] = useSearchParams()
  if (!isHere) return <NotFound />
  if (at.id === 'answers') return <SavedAnswers />
  return search.get('filter') === DECIDE && !at.id ? <Actions /> : <Cases openId={at.id} />
}

/** The actions that people have to decide or to settle. */
function Actions() {
  useThreadEvents(() => void refresh(OPEN_CALLS))
  return (
    <Page title={t('Inbox')} actions={<InboxActions />}>
      <Connection />
      <div class="inbox cases">
        <div class="inbox-list">
          <Filters filter={DECIDE} />
          <ToDecide />
        </div>
      </div>
    </Page>
  )
}

const InboxActions = () => (
  <>
    <Availability />
    <AlertsMenu />
    <ButtonLink to="/inbox/answers" icon={BookMarked}>
      {t('Saved answers')}
    </ButtonLink>
  </>
)

/** The list and the open conversation, side by side; on a phone, only one of them. */
function Cases({ openId }: { openId: string | undefined }) {
  const [, go] = useLocation()
  const [search] = useSearchParams()
  const filter = FILTERS.find(([name]) => name === search.get('filter'))?.[0] ?? 'unassigned'
  const pages = useCases(filter)
  const isOpened = useRef(false)
  const presences = usePresences()
  useThreadEvents((ids) => {
    void refresh(['inbox', 'list'])
    if (!openId || (ids.length > 0 && !ids.includes(openId))) return
    for (const key of [
      ['threads', 'one', openId],
      ['handoffs', openId],
      ['contacts', openId],
      ['messages', openId],
    ])
      void refresh(key)
  })
  const ids = pages.rows.map(({ id }) => id)
  const goOn = usePlace(ids, openId)
  const move = (by: 1 | -1) => {
    const to = goOn(by)
    const next = ids[to]
    if (!next) return
    rowOf(next)?.focus()
    if (openId) go(addressOf(filter, next), { replace: true })
    if (to > ids.length - 5) pages.loadMore()
  }
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    Escape: openId ? () => go(addressOf(filter)) : undefined,
    ...Object.fromEntries(
      FILTERS.map(([name], index) => [String(index + 1), () => go(addressOf(name))]),
    ),
  })
  useReturnFocus(openId)
  return (
    <Page title={t('Inbox')} actions={<InboxActions />}>
      <Connection />
      <div class={`inbox cases${openId ? ' is-open' : ''}`}>
        <div class="inbox-list">
          <Filters filter={filter} />
          <CaseList
            pages={pages}
            filter={filter}
            openId={openId}
            presences={presences}
            hrefOf={(id) => addressOf(filter, id)}
            onOpen={() => {
              isOpened.current = true
            }}
          />
        </div>
        {openId ? (
          <Case
            key={openId}
            id={openId}
            presences={presences}
            list={addressOf(filter)}
            isOpened={isOpened}
          />
        ) : (
          pages.rows.length > 0 && <NothingOpen />
        )}
      </div>
    </Page>
  )
}

/**
 * Remembers the place in the list of the open or else the focused conversation. One that has left
 * the list, because the user took or closed it, keeps its place: the reader goes on from there.
 * @returns the index of the next or previous row, which need not exist
 */
function usePlace(ids: readonly string[], openId: string | undefined): (by: 1 | -1) => number {
  const place = useRef(0)
  const at = ids.indexOf(openId ?? '')
  if (at >= 0) place.current = at
  return (by) => {
    if (at >= 0) return at + by
    // The row below has moved up to the place of the one that has left.
    if (openId) return by > 0 ? place.current : place.current - 1
    const focused = ids.indexOf(
      (document.activeElement as HTMLElement | null)?.dataset.thread ?? '',
    )
    return focused < 0 ? 0 : focused + by
  }
}

/** The tabs, with the number of conversations or actions in each. */
function Filters({ filter }: { filter: Filter | typeof DECIDE }) {
  const { data } = useInboxCounts()
  return (
    <nav class="tabs" aria-label={t('Whose conversations')}>
      {FILTERS.map(([name, label]) => (
        <Link key={name} href={addressOf(name)} aria-current={name === filter ? 'page' : undefined}>
          {label} {data && <span class="tab-count">{formatNumber(data[name])}</span>}
        </Link>
      ))}
      <Link href={addressOf(DECIDE)} aria-current={filter === DECIDE ? 'page' : undefined}>
        {t('To decide')} {data && <span class="tab-count">{formatNumber(data.to_decide)}</span>}
      </Link>
    </nav>
  )
}

const KEYS: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['j', 'k'], t('next and previous')],
  [['Enter'], t('open')],
  [['t'], t('take')],
  [['r'], t('reply')],
  [['n'], t('note')],
  [['a'], t('assign')],
  [['?'], t('all shortcuts')],
]

const NothingOpen = () => (
  <div class="inbox-thread none card">
    <InboxIcon size={28} aria-hidden="true" />
    <p>{t('Choose a conversation to answer it here.')}</p>
    <dl class="keys small muted">
      {KEYS.flatMap(([keys, what]) => [
        <dt key={what}>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </dt>,
        <dd key={`${what} what`}>{what}</dd>,
      ])}
    </dl>
  </div>
)
