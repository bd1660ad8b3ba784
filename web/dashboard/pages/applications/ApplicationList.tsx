import { AppWindow, Plus } from 'lucide-preact'
import { Link } from 'wouter-preact'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { Empty } from '../../components/Empty.tsx'
import { useNew } from '../../components/forms/useNew.ts'
import { useSorting } from '../../components/lists/sorting.ts'
import { type Column, PagedTable } from '../../components/lists/Table.tsx'
import { Page } from '../../components/Page.tsx'
import { useRights } from '../../components/session.tsx'
import { Time } from '../../components/Time.tsx'
import { answerOf, api, type Schemas } from '../../lib/api.ts'
import { usePages } from '../../lib/pagesOf.ts'
import { rich, t } from '../../lib/texts.tsx'
import { NewApplication } from './NewApplication.tsx'

type Application = Schemas['Application']

const COLUMNS: readonly Column<Application>[] = [
  {
    name: t('Name'),
    isMain: true,
    sort: 'name',
    by: ({ name }) => name,
    cell: ({ id, name, client_id }) => (
      <>
        <Link href={`/applications/${id}`}>{name}</Link>
        <div class="small muted">
          <code>{client_id}</code>
        </div>
      </>
    ),
  },
  {
    name: t('Origins'),
    sort: 'origins',
    by: ({ allowed_origins }) => allowed_origins[0] ?? null,
    cell: ({ allowed_origins }) => <Origins origins={allowed_origins} />,
  },
  {
    name: t('Secrets'),
    sort: 'secrets',
    by: ({ secrets }) => secrets.length,
    cell: ({ secrets }) => <Secrets secrets={secrets} />,
  },
  {
    name: t('Last used'),
    sort: 'used',
    by: ({ last_used_at }) => last_used_at,
    cell: ({ last_used_at }) => (last_used_at ? <Time at={last_used_at} /> : t('Never')),
  },
  {
    name: t('Created'),
    sort: 'created',
    by: ({ created_at }) => created_at,
    cell: ({ created_at }) => <Time at={created_at} />,
  },
]

/** The organization's applications, with a button for a new one. */
export function ApplicationList() {
  const { isOwner } = useRights()
  const [making, setMaking] = useNew()
  const { sorting, sort } = useSorting(['name', 'origins', 'secrets', 'used', 'created'], {
    by: 'created',
    order: 'desc',
  })
  const pages = usePages(['applications'], (after) =>
    answerOf(
      api.GET('/api/v1/applications', {
        params: { query: { limit: 100, ...(after && { after }) } },
      }),
    ),
  )
  const make = isOwner && (
    <Button kind="primary" icon={Plus} onClick={() => setMaking('')}>
      {t('New application')}
    </Button>
  )
  return (
    <Page
      title={t('Applications')}
      about={t('Credentials for your servers, and the origins of pages that can show a widget.')}
      actions={make}
    >
      <PagedTable
        label={t('Applications')}
        columns={COLUMNS}
        pages={pages}
        remember="applications"
        sorting={sorting}
        onSort={sort}
        keyOf={({ id }) => id}
        empty={
          <Empty icon={AppWindow} title={t('No applications yet')} actions={make}>
            {isOwner
              ? t(
                  'Create one for each server or site. You get a secret for your server and a script tag for your pages.',
                )
              : t('Owners can create applications, one for each server or site.')}
          </Empty>
        }
      />
      {isOwner && making !== undefined && <NewApplication onClose={() => setMaking(undefined)} />}
    </Page>
  )
}

function Origins({ origins }: { origins: readonly string[] }) {
  if (origins.length === 0) return <span class="muted">{t('None, so no widgets')}</span>
  const more = origins.length - 2
  return (
    <>
      {origins.slice(0, 2).map((origin) => (
        <div key={origin}>{origin}</div>
      ))}
      {more > 0 && <div class="small muted">{t('and {more} more', { more })}</div>}
    </>
  )
}

function Secrets({ secrets }: { secrets: Application['secrets'] }) {
  const ends = secrets
    .flatMap(({ expires_at }) => (expires_at ? [expires_at] : []))
    .sort()
    .at(0)
  if (secrets.length === 0) return <Badge kind="warn">{t('None')}</Badge>
  return (
    <>
      {secrets.length}
      {ends && (
        <div class="small muted">{rich('one expires {time}', { time: <Time at={ends} /> })}</div>
      )}
    </>
  )
}
