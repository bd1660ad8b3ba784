import { Badge } from '../../components/Badge.tsx'
import { useAgents } from '../../lib/agents.ts'
import type { Schemas } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'
import { SCOPES } from './NewKey.tsx'

/** What a secret may do, as badges: nothing for one that may do everything. */
export function KeyRights({ secret }: { secret: Schemas['Secret'] }) {
  const { data: agents } = useAgents()
  const { scopes, agent_ids, is_test } = secret
  const nameOf = (id: string) => agents?.find((agent) => agent.id === id)?.name ?? '…'
  if (!scopes && !agent_ids && !is_test) return null
  return (
    <div class="row key-rights">
      {is_test && <Badge kind="accent">{t('Test')}</Badge>}
      {SCOPES.filter(([scope]) => scopes === null || scopes.includes(scope)).map(
        ([scope, name]) => (
          <Badge key={scope}>{name}</Badge>
        ),
      )}
      {agent_ids && (
        <span class="small muted">
          {agent_ids.length > 0
            ? t('Only {agents}', { agents: agent_ids.map(nameOf).join(', ') })
            : t('Its agents were deleted')}
        </span>
      )}
    </div>
  )
}
