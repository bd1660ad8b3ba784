import { useQuery } from '@tanstack/preact-query'
import { Trash2 } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Button } from '../../components/Button.tsx'
import { DeleteDialog } from '../../components/DeleteDialog.tsx'
import { Loading } from '../../components/Loading.tsx'
import { ErrorNotice } from '../../components/Notice.tsx'
import { Page } from '../../components/Page.tsx'
import { Embed } from '../../components/records/Embed.tsx'
import { type Configuration, deleteConfiguration } from '../../components/records/widgets.ts'
import { useRights } from '../../components/session.tsx'
import { api, dataOf } from '../../lib/api.ts'
import { rich, t } from '../../lib/texts.tsx'
import { forgetDraft } from './drafts.ts'
import { Editor } from './Editor.tsx'

const BACK = ['/widgets', t('Widgets')] as const

/** One widget configuration: its editor, its preview, and its script tag. */
export function WidgetPage({ id }: { id: string }) {
  const { mayChange } = useRights()
  const [isDeleting, setDeleting] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['widgets', id],
    queryFn: async (): Promise<Configuration> => {
      const params = { path: { id } }
      const read = await dataOf(api.GET('/api/v1/widget-configurations/{id}', { params }))
      // This field belongs to the agent, so it cannot be changed here.
      const { allow_attachments: _, ...configuration } = read
      return configuration
    },
  })
  return (
    <Page
      title={data?.name ?? t('Widget')}
      back={BACK}
      actions={
        data &&
        mayChange && (
          <Button kind="danger" icon={Trash2} onClick={() => setDeleting(true)}>
            {t('Delete')}
          </Button>
        )
      }
    >
      {error ? <ErrorNotice error={error} onRetry={refetch} /> : !data && <Loading shape="cards" />}
      {data && (
        <>
          <Editor key={data.updated_at} saved={data} />
          <section class="card stack widget-embed" aria-labelledby="embed">
            <h2 id="embed">{t('On your pages')}</h2>
            <Embed configuration={data} />
          </section>
        </>
      )}
      {data && isDeleting && <Deletion configuration={data} onClose={() => setDeleting(false)} />}
    </Page>
  )
}

interface DeletionProps {
  configuration: Configuration
  onClose: () => void
}

const Deletion = ({ configuration: { id, name }, onClose }: DeletionProps) => (
  <DeleteDialog
    name={name}
    action={t('Delete widget')}
    remove={async () => {
      await deleteConfiguration(id)
      forgetDraft(id)
    }}
    list="/widgets"
    queryKey={['widgets', id]}
    onClose={onClose}
  >
    <p>
      {rich(
        'Pages that name it in {attribute} then show the default look, or no chat if they name no agent. This cannot be undone.',
        { attribute: <code>data-config-id</code> },
      )}
    </p>
  </DeleteDialog>
)
