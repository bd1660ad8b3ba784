import { useState } from 'preact/hooks'
import { useLocation } from 'wouter-preact'
import { SelectField, TextField } from '../../components/forms/Form.tsx'
import { FormDialog } from '../../components/forms/FormDialog.tsx'
import { useAgents } from '../../components/records/widgets.ts'
import { api, dataOf, queries } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'

/** Asks for what the preview cannot show, then opens the editor. */
export function NewWidget({ onClose }: { onClose: () => void }) {
  const [, go] = useLocation()
  const agents = useAgents().data ?? []
  const [name, setName] = useState('')
  const [agent, setAgent] = useState<string>()
  const chosen = agent ?? agents[0]?.id ?? ''
  const create = async () => {
    const body = { name, ...(chosen && { agent_id: chosen }) }
    const { id } = await dataOf(api.POST('/api/v1/widget-configurations', { body }))
    queries.invalidateQueries({ queryKey: ['widgets'] })
    onClose()
    go(`/widgets/${id}`)
  }
  return (
    <FormDialog title={t('New widget')} action={t('Create')} onSubmit={create} onClose={onClose}>
      <TextField
        label={t('Name')}
        name="name"
        required
        maxLength={120}
        hint={t('Only your team sees it. Visitors see the title.')}
        value={name}
        onChange={setName}
      />
      <SelectField
        label={t('Agent')}
        name="agent_id"
        value={chosen}
        onChange={setAgent}
        options={[...agents.map(({ id, name }) => [id, name] as const), NO_AGENT]}
      />
    </FormDialog>
  )
}

export const NO_AGENT = ['', t('None (set in the script tag)')] as const
