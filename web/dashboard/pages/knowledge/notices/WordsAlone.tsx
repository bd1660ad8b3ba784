import type { Schemas } from '../../../lib/api.ts'
import { t } from '../../../lib/texts.tsx'

/**
 * Warns that knowledge is found only by its words and those of the question, which would otherwise go
 * unnoticed.
 */
export function WordsAlone({ status }: { status: Schemas['KnowledgeStatus'] | undefined }) {
  if (status?.search !== 'words') return null
  const { embedding, query_model } = status
  if (embedding === null && query_model !== null) return null
  return (
    <p class="small muted knowledge-note">
      {embedding === null
        ? t('Found by its words only: “vehicles” does not find “cars”.')
        : t('Found by its words only until it is embedded.')}{' '}
      <a href="/docs#readKnowledgeStatus" target="_blank" rel="noreferrer">
        {t('Find it by meaning')}
      </a>
    </p>
  )
}
