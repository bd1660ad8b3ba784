import { useState } from 'preact/hooks'
import { AgentPicker, isChosen } from '../../components/forms/AgentPicker.tsx'
import { TextField } from '../../components/forms/Form.tsx'
import { NewSecret } from '../../components/secrets/NewSecret.tsx'
import { api, dataOf, queries } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'

/** Asks for a name and, for a chat, an origin and agents; then shows the secret. */
export function NewApplication({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [origin, setOrigin] = useState('')
  const [agents, setAgents] = useState<string[] | null>(null)
  const create = async () => {
    const allowed_origins = origin.trim() ? [origin.trim()] : []
    const body = { name, allowed_origins, agent_ids: agents }
    const made = await dataOf(api.POST('/api/v1/applications', { body }))
    queries.invalidateQueries({ queryKey: ['applications'] })
    return {
      secret: made.client_secret,
      clientId: made.client_id,
      page: `/applications/${made.id}`,
    }
  }
  return (
    <NewSecret
      title={t('New application')}
      action={t('Create')}
      create={create}
      shown={{ title: t('Application created') }}
      disabled={!isChosen(agents)}
      onClose={onClose}
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
    </NewSecret>
  )
}
