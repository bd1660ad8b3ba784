import { useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import type { Schemas } from '../../lib/api.ts'
import { rich, t } from '../../lib/texts.tsx'
import { Code } from '../Copy.tsx'
import { SelectField } from '../forms/Form.tsx'
import { Loading } from '../Loading.tsx'
import { ErrorNotice, Notice } from '../Notice.tsx'
import { type Configuration, useAgents, useApplications, useConfigurations } from './widgets.ts'

interface EmbedProps {
  /** The application in the tag; undefined: the user chooses an application. */
  application?: Pick<Schemas['Application'], 'client_id' | 'allowed_origins'>
  /** The widget in the tag; undefined: the user chooses a widget. */
  configuration?: Configuration
}

/** The script tag that puts a chat on a page, and warnings about what keeps it from working. */
export function Embed(given: EmbedProps) {
  const applications = useApplications(!given.application)
  const configurations = useConfigurations(!given.configuration)
  const agents = useAgents()
  const [clientId, setClientId] = useState<string>()
  const [configurationId, setConfigurationId] = useState<string>()
  const [agentId, setAgentId] = useState<string>()

  const error = applications.error ?? configurations.error ?? agents.error
  if (error) return <ErrorNotice error={error} />
  const known = given.application ? [] : applications.data
  const widgets = given.configuration ? [] : configurations.data
  if (!known || !widgets || !agents.data) return <Loading />

  const application =
    given.application ?? known.find((application) => application.client_id === clientId) ?? known[0]
  const isDefault = configurationId === ''
  const configuration =
    given.configuration ??
    (isDefault ? undefined : (widgets.find(({ id }) => id === configurationId) ?? widgets[0]))
  if (!application)
    return (
      <Notice>
        {rich(
          'The script tag needs an application. <a>Create one under Applications</a>, with the origin of your page.',
          { a: (words) => <Link href="/applications">{words}</Link> },
        )}
      </Notice>
    )
  const needsAgent = !configuration?.agent_id
  const agent = needsAgent ? (agentId ?? agents.data[0]?.id) : undefined
  return (
    <div class="stack">
      <div class="columns">
        {!given.application && (
          <SelectField
            label={t('Application')}
            name="application"
            value={application.client_id}
            onChange={setClientId}
            options={known.map(({ client_id, name }) => [client_id, name] as const)}
          />
        )}
        {!given.configuration && (
          <SelectField
            label={t('Widget')}
            name="widget"
            value={configuration?.id ?? ''}
            onChange={setConfigurationId}
            options={[
              ...widgets.map(({ id, name }) => [id, name] as const),
              ['', t('None (default look)')],
            ]}
          />
        )}
        {needsAgent && agents.data.length > 0 && (
          <SelectField
            label={t('Agent')}
            name="agent"
            value={agent ?? ''}
            onChange={setAgentId}
            options={agents.data.map(({ id, name }) => [id, name] as const)}
          />
        )}
      </div>
      {needsAgent && !agent ? (
        <Notice>
          {rich('The chat needs an agent. <a>Create one under Agents</a>, then come back.', {
            a: (words) => <Link href="/agents">{words}</Link>,
          })}
        </Notice>
      ) : (
        <>
          <p>{t('Copy this script tag anywhere into your page:')}</p>
          <Code
            text={tagOf(application.client_id, agent, configuration?.id)}
            label={t('Copy the script tag')}
          />
        </>
      )}
      <Where origins={application.allowed_origins} />
      <details>
        <summary>{t('If your page has a Content-Security-Policy')}</summary>
        <Code
          text={`script-src ${location.origin}; connect-src ${location.origin}`}
          label={t('Copy the policy')}
        />
      </details>
    </div>
  )
}

function Where({ origins }: { origins: readonly string[] }) {
  if (origins.length === 0)
    return (
      <Notice kind="warn">
        {rich(
          '<b>No page can use it yet.</b> This application has no allowed origins. An owner can <a>add the origin of your page</a>, such as {origin}.',
          {
            b: (words) => <strong>{words}</strong>,
            a: (words) => <Link href="/applications">{words}</Link>,
            origin: <code>https://shop.example.com</code>,
          },
        )}
      </Notice>
    )
  return (
    <p class="muted">
      {t(
        'It works only on pages of {origins}. The client ID is public. Never put the application’s secret in a page.',
        { origins: origins.join(', ') },
      )}
    </p>
  )
}

/** Returns the script tag. All values are ids, so nothing needs escaping. */
function tagOf(
  clientId: string,
  agentId: string | undefined,
  configurationId: string | undefined,
): string {
  const attributes = [
    `data-client-id="${clientId}"`,
    ...(agentId ? [`data-assistant-id="${agentId}"`] : []),
    ...(configurationId ? [`data-config-id="${configurationId}"`] : []),
  ]
  return `<script async src="${location.origin}/widget.js"\n  ${attributes.join('\n  ')}></script>`
}
