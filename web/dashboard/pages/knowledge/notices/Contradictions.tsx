import { Link } from 'wouter-preact'
import { Button } from '../../../components/Button.tsx'
import { ErrorNotice, Notice } from '../../../components/Notice.tsx'
import { refreshKnowledge } from '../../../components/records/entries.ts'
import { passageAddress } from '../../../components/replies/passageAddress.ts'
import { useRights } from '../../../components/session.tsx'
import { Time } from '../../../components/Time.tsx'
import { showToast } from '../../../components/Toasts.tsx'
import { useAction } from '../../../components/useAction.ts'
import { answerOf, api, dataOf, type Schemas } from '../../../lib/api.ts'
import { usePages } from '../../../lib/pagesOf.ts'
import { rich, t } from '../../../lib/texts.tsx'

type Contradiction = Schemas['Contradiction']

/**
 * Sentences of the knowledge that give different figures for the same thing. Shows nothing if none
 * do.
 */
export function Contradictions() {
  const pages = usePages<Contradiction>(['knowledge', 'contradictions'], (after) =>
    answerOf(
      api.GET('/api/v1/knowledge/contradictions', {
        params: { query: { limit: 5, ...(after ? { after } : {}) } },
      }),
    ),
  )
  const failed = Boolean(pages.error) && <ErrorNotice error={pages.error} onRetry={pages.refetch} />
  if (pages.rows.length === 0) return failed && <div class="knowledge-note">{failed}</div>
  return (
    <section class="knowledge-note stack" aria-labelledby="contradictions">
      <h2 id="contradictions">{t('Contradictions')}</h2>
      <Notice kind="warn">
        {t(
          'These sentences give different figures for the same question. Correct one of the entries, or dismiss the pair if both are right.',
        )}
      </Notice>
      <ul class="stack">
        {pages.rows.map((row) => (
          <li class="card stack" key={row.id}>
            <Pair contradiction={row} />
          </li>
        ))}
      </ul>
      {failed}
      {pages.hasMore && (
        <div class="row">
          <Button busy={pages.isLoadingMore} onClick={pages.loadMore}>
            {t('Load more')}
          </Button>
        </div>
      )}
    </section>
  )
}

function Pair({ contradiction: { id, statements, found_at } }: { contradiction: Contradiction }) {
  const { mayChange } = useRights()
  const { busy, error, run } = useAction(async () => {
    await dataOf(api.DELETE('/api/v1/knowledge/contradictions/{id}', { params: { path: { id } } }))
    refreshKnowledge()
    showToast(t('Dismissed.'))
  })
  return (
    <>
      <div class="knowledge-pair">
        {statements.map(({ knowledge_id, kind, title, url, sentence, figures }, index) => (
          <div key={index}>
            <Link href={passageAddress(kind, knowledge_id, sentence)}>
              {title ?? url ?? t('Untitled')}
            </Link>
            <p class="knowledge-text">{sentence}</p>
            <p>
              <strong>{figures.join(', ')}</strong>
            </p>
          </div>
        ))}
      </div>
      {error !== undefined && <ErrorNotice error={error} />}
      <div class="row spread">
        <span class="small muted">{rich('Found {time}', { time: <Time at={found_at} /> })}</span>
        {mayChange && (
          <Button busy={busy} onClick={run}>
            {t('Dismiss')}
          </Button>
        )}
      </div>
    </>
  )
}
