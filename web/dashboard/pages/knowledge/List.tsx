import {
  Equal,
  FileText,
  Globe,
  Library,
  MessageCircleQuestion,
  RotateCw,
  Search,
} from 'lucide-preact'
import { useEffect, useState } from 'preact/hooks'
import { Link, useSearchParams } from 'wouter-preact'
import { Button, ButtonLink } from '../../components/Button.tsx'
import { Empty } from '../../components/Empty.tsx'
import { useNew } from '../../components/forms/useNew.ts'
import { useSelection } from '../../components/lists/bulk.tsx'
import { useSorting } from '../../components/lists/sorting.ts'
import { type Column, PagedTable } from '../../components/lists/Table.tsx'
import { ErrorNotice } from '../../components/Notice.tsx'
import { Page } from '../../components/Page.tsx'
import {
  KIND_NAMES,
  type Kind,
  type Listed,
  reindexEntries,
  servedBy,
  useCounts,
} from '../../components/records/entries.ts'
import { useRights } from '../../components/session.tsx'
import { Time } from '../../components/Time.tsx'
import { useAction } from '../../components/useAction.ts'
import { useAgents } from '../../lib/agents.ts'
import { answerOf, api } from '../../lib/api.ts'
import { formatBytes, formatNumber } from '../../lib/format.ts'
import { usePages } from '../../lib/pagesOf.ts'
import { t } from '../../lib/texts.tsx'
import { AddDialog, AddKnowledge } from './add/AddKnowledge.tsx'
import { DropTarget } from './add/DropTarget.tsx'
import { Uploads } from './add/Uploads.tsx'
import { Counts } from './Counts.tsx'
import { type Filtered, Filters, filtersIn } from './Filters.tsx'
import { Contradictions } from './notices/Contradictions.tsx'
import { Needs } from './notices/Needs.tsx'
import { Room } from './notices/Room.tsx'
import { Unfinished } from './notices/Unfinished.tsx'
import { WordsAlone } from './notices/WordsAlone.tsx'
import { Selected } from './Selected.tsx'
import { State } from './State.tsx'

const ICONS = { file: FileText, qa: MessageCircleQuestion, url: Globe }

const SORTS = ['title', 'created_at'] as const

/** All knowledge entries. Files can be dropped anywhere on the page. */
export function List() {
  const { mayChange } = useRights()
  const [parameters] = useSearchParams()
  const filters = filtersIn(parameters)
  const { data: counts } = useCounts()
  const [adding, setAdding] = useNew()
  const { sorting, sort } = useSorting(SORTS, { by: 'created_at', order: 'desc' })
  const pages = useKnowledge(filters, sorting)
  const { data: agents } = useAgents()
  const selection = useSelection(pages.rows.map(({ id }) => id))
  const total = counts
    ? counts.entries.ready + counts.entries.failed + counts.entries.processing
    : undefined
  const isFiltered = [...parameters.keys()].some((name) => name !== 'sort')
  const isNothing = total === 0 && !isFiltered && pages.rows.length === 0
  return (
    <Page
      title={t('Knowledge')}
      about={t('What your agents answer from: files, web pages, and questions and answers.')}
      actions={
        !isNothing && (
          <>
            <ButtonLink to="/knowledge/synonyms" icon={Equal}>
              {t('Synonyms')}
            </ButtonLink>
            <ButtonLink to="/knowledge/find" icon={Search}>
              {t('Try a question')}
            </ButtonLink>
            {mayChange && <AddKnowledge onAdd={() => setAdding('')} />}
          </>
        )
      }
    >
      {mayChange && adding !== undefined && (
        <AddDialog kind={adding} onClose={() => setAdding(undefined)} />
      )}
      {mayChange && <DropTarget />}
      {mayChange && <Unfinished />}
      <Uploads />
      <Counts counts={counts?.entries} />
      {!isNothing && <WordsAlone status={counts} />}
      {!isNothing && <Room status={counts} />}
      {!isNothing && <Filters filters={filters} counts={counts?.entries} />}
      {!isNothing && <Needs chosen={filters.needs} />}
      {filters.needs === 'contradicting' && <Contradictions />}
      <PagedTable
        label={t('Knowledge')}
        pages={pages}
        keyOf={({ id }) => id}
        remember="knowledge"
        sorting={sorting}
        onSort={sort}
        columns={columnsOf(mayChange, agents)}
        {...(mayChange && {
          selection,
          nameOf: ({ title }: Listed) => title,
          actions: <Selected selection={selection} />,
        })}
        {...(total !== undefined && !isFiltered && { total })}
        empty={
          isFiltered ? (
            <NothingFound />
          ) : (
            <NothingYet onAdd={mayChange ? () => setAdding('') : undefined} />
          )
        }
      />
    </Page>
  )
}

interface Order {
  by: (typeof SORTS)[number]
  order: 'asc' | 'desc'
}

function useKnowledge({ kind, status, agent_id, search, needs }: Filtered, { by, order }: Order) {
  const [isLive, setLive] = useState(false)
  const filters = {
    ...(kind && { kind }),
    ...(status && { status }),
    ...(agent_id && { agent_id }),
    ...(search && { search }),
    ...(needs && { needs }),
    sort: by,
    order,
  }
  const pages = usePages<Listed>(
    ['knowledge', 'list', filters],
    (after) =>
      answerOf(
        api.GET('/api/v1/knowledge', {
          params: { query: { ...filters, limit: 50, ...(after ? { after } : {}) } },
        }),
      ),
    isLive ? { refetchInterval: LIVE_MS } : {},
  )
  const { rows } = pages
  useEffect(() => setLive(rows.some(({ status }) => status === 'processing')), [rows])
  return pages
}

const LIVE_MS = 2_000

function columnsOf(mayChange: boolean, agents: Parameters<typeof servedBy>[1]): Column<Listed>[] {
  return [
    { name: t('Title'), isMain: true, sort: 'title', cell: (entry) => <Title entry={entry} /> },
    {
      name: t('Status'),
      cell: (entry) => (
        <div class="knowledge-state">
          <State entry={entry} brief />
          {mayChange && entry.status === 'failed' && <Retry id={entry.id} title={entry.title} />}
        </div>
      ),
    },
    { name: t('Agents'), cell: ({ agent_ids }) => servedBy(agent_ids, agents) },
    { name: t('Passages'), isNumber: true, cell: ({ chunk_count }) => chunk_count },
    {
      name: t('Last retrieved'),
      cell: ({ found_at, cited_at }) => <LastUse found_at={found_at} cited_at={cited_at} />,
    },
    {
      name: t('Added'),
      sort: 'created_at',
      cell: ({ created_at }) => <Time at={created_at} />,
    },
  ]
}

const LastUse = ({ found_at, cited_at }: Pick<Listed, 'found_at' | 'cited_at'>) =>
  found_at === null ? (
    <span class="muted">{t('Not yet')}</span>
  ) : (
    <>
      <Time at={found_at} />
      {cited_at === null && <p class="small muted">{t('Not cited yet')}</p>}
    </>
  )

function Title({ entry }: { entry: Listed }) {
  const { kind, id, title } = entry
  const Icon = ICONS[kind]
  return (
    <div class="knowledge-title">
      <Icon size={18} aria-label={KIND_NAMES[kind]} role="img" />
      <div>
        <Link href={`/knowledge/${kind}/${id}`}>{title}</Link>
        <p class="small muted">{detailsOf(entry)}</p>
      </div>
    </div>
  )
}

function detailsOf({
  kind,
  title,
  url,
  crawl,
  pages,
  file_name,
  size_bytes,
  tags,
}: Listed): string {
  const details: Record<Kind, (string | false | null | undefined)[]> = {
    file: [
      file_name !== title && file_name,
      size_bytes === null ? t('No file, description only') : formatBytes(size_bytes),
    ],
    url: [
      url !== title && url,
      crawl === 'page' ? false : crawl === 'site' ? t('Site') : t('Sitemap'),
      pages && t('{count, plural, one {# page} other {# pages}}', { count: pages.done }),
      pages && pages.failed > 0 && t('{count} failed', { count: formatNumber(pages.failed) }),
    ],
    qa: [tags.join(', ')],
  }
  return details[kind].filter(Boolean).join(' · ')
}

function Retry({ id, title }: { id: string; title: string }) {
  // If the entry fails again, its state says so.
  const { busy, error, run } = useAction(() => reindexEntries([id]))
  return (
    <>
      <Button icon={RotateCw} busy={busy} onClick={run} aria-label={t('Retry {title}', { title })}>
        {t('Retry')}
      </Button>
      {error !== undefined && <ErrorNotice error={error} />}
    </>
  )
}

const NothingFound = () => (
  <Empty
    icon={Search}
    title={t('No matching entries')}
    actions={<ButtonLink to="/knowledge">{t('Show all knowledge')}</ButtonLink>}
  >
    {t(
      'Try another word or fewer filters. The search covers titles, questions, answers, URLs and file names. To search the text of files and pages, use “Try a question”.',
    )}
  </Empty>
)

/** @param onAdd undefined: the user may not add entries */
const NothingYet = ({ onAdd }: { onAdd: (() => void) | undefined }) => (
  <Empty
    icon={Library}
    title={t('No knowledge yet')}
    actions={onAdd && <AddKnowledge onAdd={onAdd} />}
  >
    {onAdd
      ? t(
          'Drop files anywhere on this page, add your help pages, or write questions and answers. Agents answer from them and name their sources.',
        )
      : t('Owners and editors can add files, web pages, and questions and answers.')}
  </Empty>
)
