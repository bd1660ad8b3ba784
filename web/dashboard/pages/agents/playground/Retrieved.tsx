import { Link } from 'wouter-preact'
import { Badge } from '../../../components/Badge.tsx'
import { formatNumber } from '../../../format.ts'
import { EntryLink } from './EntryLink.tsx'
import type { Trace } from './playgroundData.ts'

type Passage = Trace['passages'][number]

/** The passages that were found, best first. */
export function Retrieved({ trace }: { trace: Trace }) {
  const { passages } = trace
  const best = Math.max(...passages.map(({ score }) => score))
  return (
    <>
      <Searched {...trace} />
      {passages.length === 0 ? (
        <p class="muted">
          Nothing was found. To have this question answered,{' '}
          <Link href="/knowledge">add the answer to the knowledge</Link>, in the words that your customers
          use.
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

/** Why no model wrote queries. */
const REASONS = {
  no_knowledge: 'the agent has no knowledge',
  small_talk: 'the message asks nothing',
  same_question: 'a Q/A pair has the same question',
  words_suffice: 'a passage has the words of the question',
  model_down: 'it failed repeatedly and is left alone for a while',
  timeout: 'it took too long',
  call_failed: 'its call failed',
  no_queries: 'its answer had no query',
}

/** What was searched for beside the question, and who wrote it. */
function Searched({ queries, rewriting }: Trace) {
  const others = queries.slice(1)
  const { model, outcome, reason, ms } = rewriting ?? {}
  return (
    <>
      {rewriting && reason && (
        <p class="small muted">
          {model} {outcome === 'skipped' ? 'was not asked for queries' : 'gave no queries'}: {REASONS[reason]}
          .
        </p>
      )}
      {others.length > 0 && outcome !== 'used' && (
        <p class="small muted">This looks like a follow-up, so the search also used the previous question.</p>
      )}
      {outcome === 'used' && (
        <p class="small muted">
          Also searched for, as {model} wrote in {formatNumber(Math.round(ms ?? 0))} ms:{' '}
          {others.map((query) => `“${query}”`).join(', ')}
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
          <Badge kind="warn">Did not fit the prompt</Badge>
        ) : (
          <Badge>Source {passage.number}</Badge>
        )}
        {passage.cited && <Badge kind="good">Cited</Badge>}
      </div>
    </div>
    <div class="row score small muted">
      <span class="score-bar" aria-hidden="true">
        <span style={{ width: `${Math.round(share * 100)}%` }} />
      </span>
      Score {passage.score.toPrecision(3)}
    </div>
    <details>
      <summary class="small">Text, {formatNumber(passage.characters)} characters</summary>
      <pre class="passage-text">{passage.text}</pre>
      {passage.text.length < passage.characters && (
        <p class="small muted">Only the beginning of the text was stored.</p>
      )}
    </details>
  </>
)
