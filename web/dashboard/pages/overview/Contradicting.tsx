import { Link } from 'wouter-preact'
import { Badge } from '../../components/Badge.tsx'
import { passageAddress } from '../../components/replies/passageAddress.ts'
import { Time } from '../../components/Time.tsx'
import type { Schemas } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'
import { AttentionItem } from './AttentionItem.tsx'
import { dismissContradiction } from './dismiss.ts'

export type Contradiction = Schemas['Contradiction']

interface ContradictingProps {
  contradiction: Contradiction
  onWrite: () => void
}

/** Two sentences of the knowledge that give different figures. */
export const Contradicting = ({
  contradiction: { id, statements, found_at },
  onWrite,
}: ContradictingProps) => (
  <AttentionItem onWrite={onWrite} dismiss={() => dismissContradiction(id)}>
    {statements.map(({ knowledge_id, kind, title, url, sentence }, at) => (
      <p key={at}>
        <Link href={passageAddress(kind, knowledge_id, sentence)}>
          {title ?? url ?? t('Untitled')}
        </Link>{' '}
        <span class="small muted">{sentence}</span>
      </p>
    ))}
    <p class="row small muted">
      <Badge kind="warn">{t('Contradiction')}</Badge>
      <Time at={found_at} />
    </p>
  </AttentionItem>
)
