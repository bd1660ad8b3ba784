import { Link } from 'wouter-preact'

/** Links to the knowledge entry of a passage or citation. */
export const EntryLink = ({
  knowledge_id,
  kind,
  title,
  url,
}: {
  knowledge_id: string
  kind: string
  title: string | null
  url: string | null
}) => <Link href={`/knowledge/${kind}/${knowledge_id}`}>{title || url || 'Untitled entry'}</Link>
