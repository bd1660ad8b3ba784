import { useState } from 'preact/hooks'
import { useLocation } from 'wouter-preact'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { AgentPicker, isChosen } from '../../components/forms/AgentPicker.tsx'
import { Form, TextField } from '../../components/forms/Form.tsx'
import { ShownOnce } from '../../components/ShownOnce.tsx'
import { api, dataOf, queries, type Schemas } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'

/** Asks for a name and, for a chat, an origin and agents; then shows the secret. */
export function NewApplication({ onClose }: { onClose: () => void }) {
  const [, go] = useLocation()
  const [name, setName] = useState('')
  const [origin, setOrigin] = useState('')
  const [agents, setAgents] = useState<string[] | null>(null)
  const [made, setMade] = useState<Schemas['CreatedApplication']>()
  const create = async () => {
    const allowed_origins = origin.trim() ? [origin.trim()] : []
    const body = { name, allowed_origins, agent_ids: agents }
    setMade(await dataOf(api.POST('/api/v1/applications', { body })))
    queries.invalidateQueries({ queryKey: ['applications'] })
  }
  if (made)
    return (
      <ShownOnce
        title={t('Application created')}
        clientId={made.client_id}
        secret={made.client_secret}
        onClose={() => {
          onClose()
          go(`/applications/${made.id}`)
        }}
      />
    )
  return (
    <Dialog title={t('New application')} onClose={onClose}>
      <Form
        action={t('Create')}
        onSubmit={create}
        disabled={!isChosen(agents)}
        more={<Button onClick={onClose}>{t('Cancel')}</Button>}
      >
        <TextField
          label={t('Name')}
          name="name"
          required
          maxLength={120}
          hint={t('What it is for, such as “Shop” or “Support portal”.')}
          value={name}
          onChange={setName}
        />
        <TextField
          label={t('Allowed origin')}
          name="allowed_origins"
          placeholder="https://shop.example.com"
          inputMode="url"
          autocomplete="off"
          spellcheck={false}
          hint={t('Only for pages that show a widget. You can add more later.')}
          value={origin}
          onChange={setOrigin}
        />
        <AgentPicker
          legend={t('Which agents can visitors talk to?')}
          value={agents}
          onChange={setAgents}
        />
      </Form>
    </Dialog>
  )
}
