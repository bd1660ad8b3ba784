import { Notice } from '../../../components/Notice.tsx'
import type { Schemas } from '../../../lib/api.ts'
import { t } from '../../../lib/texts.tsx'

/** The share of the pieces that an organization may have from which on the page warns. */
const NEARLY = 0.9

/** What the notice says when hardly any room is left, and when none is. */
function warningOf({ used, most }: Schemas['KnowledgePieces']): string {
  return used < most
    ? t(
        'Soon further entries will fail. Delete entries that are not needed, or ask the operator for more.',
      )
    : t(
        'Further entries fail now. Delete entries that are not needed, or ask the operator for more.',
      )
}

/** Says how much of the knowledge that the organization may have is there. */
export function Room({ status }: { status: Schemas['KnowledgeStatus'] | undefined }) {
  if (!status?.pieces.used) return null
  const { used, most } = status.pieces
  const share = t('{used, number} of at most {most, number} passages.', { used, most })
  if (used < NEARLY * most) return <p class="small muted knowledge-note">{share}</p>
  return (
    <div class="knowledge-note">
      <Notice kind={used < most ? 'warn' : 'bad'}>
        {share} {warningOf(status.pieces)}
      </Notice>
    </div>
  )
}
