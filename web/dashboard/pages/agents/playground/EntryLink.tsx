import { Link } from 'wouter-preact'
import { passageAddress } from '../../../components/replies/passageAddress.ts'
import { t } from '../../../lib/texts.tsx'

/**
 * Links to the knowledge entry of a passage or citation, and names the page. The result of a tool
 * has no entry.
 */
export const EntryLink = ({
  knowledge_id,
  kind,
  title,
  url,
  page,
  quote = '',
}: {
  knowledge_id: string | null
  kind: string
  title: string | null
  url: string | null
  page: number | null
  /** A text of the passage, which the entry's page marks. */
  quote?: string
}) => (
  <>
    {knowledge_id === null ? (
      title
    ) : (
      <Link href={passageAddress(kind, knowledge_id, quote)}>
        {title || url || t('Untitled entry')}
      </Link>
    )}
    {page && <span class="small muted"> {t('p. {page}', { page })}</span>}
  </>
)
