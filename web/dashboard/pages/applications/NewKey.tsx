import { useState } from 'preact/hooks'
import { AgentPicker, isChosen } from '../../components/forms/AgentPicker.tsx'
import { CheckField, TextField } from '../../components/forms/Form.tsx'
import { NewSecret } from '../../components/secrets/NewSecret.tsx'
import { api, dataOf, queries, type Schemas } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'

export type Scope = NonNullable<Schemas['Secret']['scopes']>[number]

/** What each scope lets a key do. */
export const SCOPES: readonly (readonly [scope: Scope, name: string, hint: string])[] = [
  ['chat', t('Chat'), t('Open sessions and conversations, post messages, and read them.')],
  ['knowledge', t('Knowledge'), t('Read, add, change and delete knowledge.')],
  [
    'read',
    t('Read'),
    t('Read conversations, events, knowledge, agents and analytics, and change nothing.'),
  ],
  [
    'manage',
    t('Manage'),
    t('Change agents and widgets, and erase customers. With Read, also webhooks.'),
  ],
  ['tools', t('Tools'), t('Change the tools that agents can call, and give them to agents.')],
]

/** Asks what a key may do, and then shows it once. */
export function NewKey({
  application,
  onClose,
}: {
  application: Schemas['Application']
  onClose: () => void
}) {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<Scope[]>(['chat'])
  const [agents, setAgents] = useState<string[] | null>(null)
  const [isTest, setTest] = useState(false)
  const create = async () => {
    const params = { path: { application_id: application.id } }
    const body = { name, scopes, agent_ids: agents, is_test: isTest }
    const answer = await dataOf(
      api.POST('/api/v1/applications/{application_id}/keys', { params, body }),
    )
    queries.invalidateQueries({ queryKey: ['applications'] })
    return { secret: answer.client_secret }
  }
  const toggle = (scope: Scope, on: boolean) =>
    setScopes(on ? [...scopes, scope] : scopes.filter((one) => one !== scope))
  return (
    <NewSecret
      title={t('New key')}
      action={t('Create key')}
      create={create}
      shown={{ title: t('Key created') }}
      disabled={scopes.length === 0 || !isChosen(agents)}
      onClose={onClose}
    >
      <TextField
        label={t('Name')}
        name="name"
        required
        maxLength={120}
        hint={t('What will use it, such as “Shop server” or “Nightly import”.')}
        value={name}
        onChange={setName}
      />
      <fieldset class="stack agent-picker">
        <legend class="label">{t('What may it do?')}</legend>
        {SCOPES.map(([scope, label, hint]) => (
          <CheckField
            key={scope}
            label={label}
            hint={hint}
            name={scope}
            checked={scopes.includes(scope)}
            onChange={(on) => toggle(scope, on)}
          />
        ))}
        {scopes.length === 0 && <p class="small problem">{t('Select at least one.')}</p>}
      </fieldset>
      <AgentPicker legend={t('Which agents can it use?')} value={agents} onChange={setAgents} />
      <CheckField
        label={t('For tests')}
        hint={t(
          'Its conversations are marked, are in no figure, and are deleted after a day. It sees no others. Knowledge and agents are the real ones.',
        )}
        name="is_test"
        checked={isTest}
        onChange={setTest}
      />
    </NewSecret>
  )
}
