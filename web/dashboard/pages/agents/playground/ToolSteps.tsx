import { Badge } from '../../../components/Badge.tsx'
import { t } from '../../../lib/texts.tsx'
import type { Trace } from './playgroundData.ts'

type TracedCall = NonNullable<Trace['steps'][number]['call']>

/** The calls of tools for a question, in order, with what they gave. */
export const ToolSteps = ({ trace: { steps } }: { trace: Pick<Trace, 'steps'> }) => (
  <section class="card stack">
    <h2>{t('Tool calls')}</h2>
    <ol class="passages">
      {steps.map(({ call }) => call && <Call key={call.call_id} call={call} />)}
    </ol>
  </section>
)

const Call = ({ call }: { call: TracedCall }) => (
  <li>
    <p>
      <strong>{call.title}</strong> <Badge>{call.state}</Badge>
    </p>
    <pre class="passage-text">{call.arguments}</pre>
    {call.error && <p class="small">{call.error.detail}</p>}
    {call.result !== null && (
      <details>
        <summary class="small">{t('Tool results')}</summary>
        <pre class="passage-text">{call.result}</pre>
        {call.is_cut && (
          <p class="small muted">{t('Only the beginning of the text was stored.')}</p>
        )}
      </details>
    )}
  </li>
)
