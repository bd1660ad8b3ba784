import { Link } from 'wouter-preact'
import { Badge } from '../../../components/Badge.tsx'
import { formatNumber } from '../../../format.ts'
import { EntryLink } from './EntryLink.tsx'
import type { Trace } from './playgroundData.ts'

type Passage = Trace['passages'][number]

/** The passages that were found, best first. */
export function Retrieved({ trace: { passages, queries } }: { trace: Trace }) {
  const best = Math.max(...passages.map(({ score }) => score))
  return (
    <>
      {queries.length > 1 && (
        <p class="small muted">This looks like a follow-up, so the search also used the previous question.</p>
      )}
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
