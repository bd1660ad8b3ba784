import { Palette, Plus } from 'lucide-preact'
import { Link } from 'wouter-preact'
import { colorsOf } from '../../../widget/theme.ts'
import { Button } from '../../components/Button.tsx'
import { Empty } from '../../components/Empty.tsx'
import { useNew } from '../../components/forms/useNew.ts'
import { ConfirmSelected, type Selection, useSelection } from '../../components/lists/bulk.tsx'
import { useSorting } from '../../components/lists/sorting.ts'
import { type Column, PagedTable } from '../../components/lists/Table.tsx'
import { Page } from '../../components/Page.tsx'
import {
  type Configuration,
  deleteConfiguration,
  nameOfLanguage,
  useAgents,
} from '../../components/records/widgets.ts'
import { useRights } from '../../components/session.tsx'
import { Time } from '../../components/Time.tsx'
import { answerOf, api, queries } from '../../lib/api.ts'
import { usePages } from '../../lib/pagesOf.ts'
import { rich, t } from '../../lib/texts.tsx'
import { forgetDraft } from './drafts.ts'
import { NewWidget } from './NewWidget.tsx'

function AgentName({ id }: { id: string | null }) {
  const { data } = useAgents()
  if (!id) return <span class="muted">{t('Set in the script tag')}</span>
  return (
    <Link href={`/agents/${id}`}>
      {data?.find((agent) => agent.id === id)?.name ?? t('An agent')}
    </Link>
  )
}

function Swatch({ colors, theme }: Configuration) {
  const { p, b, bg } = colorsOf(colors, theme === 'dark')
  return (
    <span class="swatch" aria-hidden="true">
      {[p, b, bg].map((rgb) => (
        <i key={rgb.join()} style={{ background: `rgb(${rgb.join(' ')})` }} />
      ))}
    </span>
  )
}

const COLUMNS: readonly Column<Configuration>[] = [
  {
    name: t('Name'),
    isMain: true,
    sort: 'name',
    by: ({ name }) => name,
    cell: (configuration) => (
      <span class="row no-wrap">
        <Swatch {...configuration} />
        <Link href={`/widgets/${configuration.id}`}>{configuration.name}</Link>
      </span>
    ),
  },
  { name: t('Agent'), cell: ({ agent_id }) => <AgentName id={agent_id} /> },
  {
    name: t('Language'),
    sort: 'language',
    by: ({ locale }) => locale && nameOfLanguage(locale),
    cell: ({ locale }) => (locale ? nameOfLanguage(locale) : t('Automatic')),
  },
  {
    name: t('Changed'),
    sort: 'changed',
    by: ({ updated_at }) => updated_at,
    cell: ({ updated_at }) => <Time at={updated_at} />,
  },
]

const DeleteSelected = ({ selection }: { selection: Selection }) => (
  <ConfirmSelected
    selection={selection}
    action={t('Delete')}
    title={(count) =>
      t('{count, plural, one {Delete this widget?} other {Delete # widgets?}}', { count })
    }
    act={async (id) => {
      await deleteConfiguration(id)
      forgetDraft(id)
    }}
    onTried={() => queries.invalidateQueries({ queryKey: ['widgets'] })}
    done={(count) =>
      t('{count, plural, one {Deleted the widget.} other {Deleted # widgets.}}', { count })
    }
  >
    {rich(
      'Pages that name one of them in {attribute} then show the default look, or no chat if they name no agent. This cannot be undone.',
      { attribute: <code>data-config-id</code> },
    )}
  </ConfirmSelected>
)

/** The organization's widget configurations. */
export function WidgetList() {
  const { mayChange } = useRights()
  const [making, setMaking] = useNew()
  const { sorting, sort } = useSorting(['name', 'language', 'changed'], {
    by: 'changed',
    order: 'desc',
  })
  const pages = usePages(['widgets'], (after) =>
    answerOf(
      api.GET('/api/v1/widget-configurations', {
        params: { query: { limit: 100, ...(after && { after }) } },
      }),
    ),
  )
  const selection = useSelection(pages.rows.map(({ id }) => id))
  const make = mayChange && (
    <Button kind="primary" icon={Plus} onClick={() => setMaking('')}>
      {t('New widget')}
    </Button>
  )
  return (
    <Page
      title={t('Widgets')}
      about={t('The look and texts of the chat on your pages, and the agent that answers.')}
      actions={make}
    >
      <PagedTable
        label={t('Widgets')}
        columns={COLUMNS}
        pages={pages}
        remember="widgets"
        sorting={sorting}
        onSort={sort}
        keyOf={({ id }) => id}
        {...(mayChange && {
          selection,
          nameOf: ({ name }: Configuration) => name,
          actions: <DeleteSelected selection={selection} />,
        })}
        empty={
          <Empty icon={Palette} title={t('No widgets yet')} actions={make}>
            {mayChange
              ? t(
                  'Create a widget, choose its agent and colours in a live preview, and copy the script tag into your pages.',
                )
              : t('Owners and editors can create widgets.')}
          </Empty>
        }
      />
      {mayChange && making !== undefined && <NewWidget onClose={() => setMaking(undefined)} />}
    </Page>
  )
}
