import { Link } from 'wouter-preact'
import { t } from '../../../texts.tsx'

/** Links to the knowledge entry of a passage or citation, and names the page. */
export const EntryLink = ({
  knowledge_id,
  kind,
  title,
  url,
  page,
}: {
  knowledge_id: string
  kind: string
  title: string | null
  url: string | null
  page: number | null
}) => (
  <>
    <Link href={`/knowledge/${kind}/${knowledge_id}`}>{title || url || t('Untitled entry')}</Link>
    {page && <span class="small muted"> {t('p. {page}', { page })}</span>}
  </>
)
