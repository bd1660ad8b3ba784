import { BookOpen, ExternalLink } from 'lucide-preact'
import { Link } from 'wouter-preact'
import { sourceUrl } from '../../../widget/messages/inline.ts'
import type { Schemas } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'
import { passageAddress } from '../replies/passageAddress.ts'
import { useRights } from '../session.tsx'

/** The sources of a reply. Each opens to its quote, and links to its entry. */
export function Citations({ citations }: { citations: readonly Schemas['Citation'][] }) {
  if (citations.length === 0) return null
  return (
    <ol class="citations" aria-label={t('Sources')}>
      {citations.map((citation, index) => (
        <li key={`${citation.knowledge_id ?? citation.call_id} ${citation.quote}`}>
          <Source citation={citation} number={index + 1} />
        </li>
      ))}
    </ol>
  )
}

function Source({ citation, number }: { citation: Schemas['Citation']; number: number }) {
  const { title, quote, page, kind, knowledge_id } = citation
  const href = sourceUrl(citation)
  const { seesAll } = useRights()
  return (
    <details class="citation">
      <summary>
        <b>{number}</b>
        <span dir="auto">{title ?? quote.slice(0, 80)}</span>
        {page && <span class="small muted">{t('p. {page}', { page })}</span>}
      </summary>
      <blockquote dir="auto">{quote}</blockquote>
      <div class="row small">
        {knowledge_id && seesAll && (
          <Link href={passageAddress(kind, knowledge_id, quote)} class="row">
            <BookOpen size={14} aria-hidden="true" />
            {t('Open entry')}
          </Link>
        )}
        {href && (
          <a href={href} target="_blank" rel="noopener noreferrer nofollow" class="row">
            <ExternalLink size={14} aria-hidden="true" />
            {new URL(href).host}
          </a>
        )}
      </div>
    </details>
  )
}
