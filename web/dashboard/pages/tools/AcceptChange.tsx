import { FormDialog } from '../../components/forms/FormDialog.tsx'
import { Json } from '../../components/Json.tsx'
import { api, dataOf, queries } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'
import { TOOLS, type Tool } from '../../lib/tools.ts'

type Change = NonNullable<Tool['mcp_change']>

interface AcceptChangeProps {
  tool: Tool
  change: Change
  onClose: () => void
}

/** Shows what a server says of a tool now, beside what an owner accepted, and asks for a yes. */
export function AcceptChange({ tool, change, onClose }: AcceptChangeProps) {
  const { id, title, description, input_schema } = tool
  const accept = async () => {
    const body = { digest: change.digest }
    await dataOf(api.POST('/api/v1/tools/{id}/accept', { params: { path: { id } }, body }))
    await queries.invalidateQueries({ queryKey: [TOOLS] })
  }
  return (
    <FormDialog
      wide
      title={t('Accept the change of {name}?', { name: title })}
      action={t('Accept')}
      done={t('Accepted. Agents can call {name} again.', { name: title })}
      onSubmit={accept}
      onClose={onClose}
    >
      <p>{t('Models read this. Accept it only if it asks for nothing that you do not want.')}</p>
      <div class="columns">
        <Side heading={t('Accepted')} description={description} schema={input_schema} />
        <Side heading={t('Now')} description={change.description} schema={change.input_schema} />
      </div>
    </FormDialog>
  )
}

interface SideProps {
  heading: string
  description: string
  schema: unknown
}

const Side = ({ heading, description, schema }: SideProps) => (
  <section class="stack">
    <h3>{heading}</h3>
    <p>{description}</p>
    <Json value={schema} label={t('Copy the arguments')} />
  </section>
)
