import { Link } from 'wouter-preact'
import { useApplications } from '../../components/records/budget.ts'
import type { Schemas } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'

/** The actor, with a link to all events of that actor. */
export function Who({ event: { actor_kind, actor, actor_id } }: { event: Schemas['AuditEvent'] }) {
  if (!actor) return <span class="muted">{t('Unknown')}</span>
  return (
    <div class="audit-who">
      <Link href={`/audit?actor=${encodeURIComponent(actor)}`}>
        {actor_kind === 'application' ? <Application id={actor_id} clientId={actor} /> : actor}
      </Link>
      {actor_kind === 'application' && <div class="small muted">{t('with its API key')}</div>}
      {actor_kind === 'admin_tool' && <div class="small muted">{t('with the admin tool')}</div>}
    </div>
  )
}

/** The application's current name, or its client id if it was deleted. */
function Application({ id, clientId }: { id: string | null; clientId: string }) {
  const { data = [] } = useApplications()
  const found = data.find((application) => application.id === id)
  return found ? <span title={clientId}>{found.name}</span> : <code>{clientId}</code>
}
