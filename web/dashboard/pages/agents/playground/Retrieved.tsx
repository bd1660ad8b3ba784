import { Link } from 'wouter-preact'
import { Badge } from '../../../components/Badge.tsx'
import { formatNumber } from '../../../lib/format.ts'
import { rich, t } from '../../../lib/texts.tsx'
import { EntryLink } from './EntryLink.tsx'
import type { Trace } from './playgroundData.ts'

type Passage = Trace['passages'][number]

/** The passages that retrieval found, best first. */
export function Retrieved({ trace }: { trace: Trace }) {
  const { passages } = trace
  const best = Math.max(...passages.map(({ score }) => score))
  return (
    <>
      <Searched {...trace} />
      {passages.length === 0 ? (
        <p class="muted">
          {rich(
            'Nothing was found. To have this question answered, <a>add the answer to the knowledge</a>, in the words that your customers use.',
            { a: (words) => <Link href="/knowledge">{words}</Link> },
          )}
        </p>
      ) : (
        <ol class="passages">
          {passages.map((passage) => (
            <li key={passage.rank}>
              <PassageView passage={passage} share={best > 0 ? passage.score / best : 0} />
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

/** Reasons why no model wrote search queries. */
const REASONS = {
  no_knowledge: t('the agent has no knowledge'),
  small_talk: t('the message asks nothing'),
  same_question: t('a Q/A pair has the same question'),
  words_suffice: t('a passage has the words of the question'),
  model_down: t('it failed repeatedly and is left alone for a while'),
  too_slow: t('its last calls were slow, so it is left alone for a while'),
  timeout: t('it took too long'),
  call_failed: t('its call failed'),
  budget_reached: t('a budget has no room for its call'),
  no_queries: t('its answer had no query'),
}

/**
 * The queries that were searched for in addition to the question, and the model that wrote them.
 */
function Searched({ queries, rewriting }: Trace) {
  const others = queries.slice(1)
  const { model, outcome, reason, ms, restarted } = rewriting ?? {}
  return (
    <>
      {rewriting && reason && (
        <p class="small muted">
          {outcome === 'skipped'
            ? t('{model} was not asked for queries: {reason}.', {
                model: model!,
                reason: REASONS[reason],
              })
            : t('{model} gave no queries: {reason}.', { model: model!, reason: REASONS[reason] })}
        </p>
      )}
      {others.length > 0 && outcome !== 'used' && (
        <p class="small muted">
          {t('This looks like a follow-up, so the search also used the previous question.')}
        </p>
      )}
      {outcome === 'used' && (
        <p class="small muted">
          {t('Also searched for, as {model} wrote in {ms} ms: {queries}', {
            model: model!,
            ms: formatNumber(Math.round(ms ?? 0)),
            queries: others.map((query) => `“${query}”`).join(', '),
          })}
        </p>
      )}
      {restarted && (
        <p class="small muted">
          {t('The reply had begun already, and was begun anew with what the queries found.')}
        </p>
      )}
    </>
  )
}

const PassageView = ({ passage, share }: { passage: Passage; share: number }) => (
  <>
    <div class="row spread">
      <div class="passage-title">
        <EntryLink {...passage} />
        {passage.heading && <span class="small muted"> {passage.heading}</span>}
      </div>
      <div class="row">
        {passage.number === null ? (
          <Badge kind="warn">{t('Did not fit the prompt')}</Badge>
        ) : (
          <Badge>{t('Source {number}', { number: passage.number })}</Badge>
        )}
        {passage.cited && <Badge kind="good">{t('Cited')}</Badge>}
      </div>
    </div>
    <div class="row score small muted">
      <span class="score-bar" aria-hidden="true">
        <span style={{ width: `${Math.round(share * 100)}%` }} />
      </span>
      {t('Score {score}', { score: passage.score.toPrecision(3) })}
    </div>
    <details>
      <summary class="small">
        {t('Text, {count} characters', { count: formatNumber(passage.characters) })}
      </summary>
      <pre class="passage-text">{passage.text}</pre>
      {passage.text.length < passage.characters && (
        <p class="small muted">{t('Only the beginning of the text was stored.')}</p>
      )}
    </details>
  </>
)
