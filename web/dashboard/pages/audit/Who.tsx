import { Link } from 'wouter-preact'
import type { Schemas } from '../../api.ts'
import { t } from '../../texts.tsx'

/** The actor, with a link to everything they did. */
export function Who({ event: { actor_kind, actor } }: { event: Schemas['AuditEvent'] }) {
  if (!actor) return <span class="muted">{t('Unknown')}</span>
  return (
    <div class="audit-who">
      <Link href={`/audit?actor=${encodeURIComponent(actor)}`}>
        {actor_kind === 'application' ? <code>{actor}</code> : actor}
      </Link>
      {actor_kind === 'application' && <div class="small muted">{t('with its API key')}</div>}
      {actor_kind === 'admin_tool' && <div class="small muted">{t('with the admin tool')}</div>}
    </div>
  )
}
