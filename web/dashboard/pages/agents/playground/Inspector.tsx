import { useQuery } from '@tanstack/preact-query'
import { SearchCode } from 'lucide-preact'
import { Badge } from '../../../components/Badge.tsx'
import { Code } from '../../../components/Copy.tsx'
import { Empty } from '../../../components/Empty.tsx'
import { Loading } from '../../../components/Loading.tsx'
import { ErrorNotice, Notice } from '../../../components/Notice.tsx'
import { ApiError } from '../../../lib/api.ts'
import { formatCost, formatNumber } from '../../../lib/format.ts'
import { sayError } from '../../../lib/locales/apiErrors.ts'
import { rich, t } from '../../../lib/texts.tsx'
import type { Agent } from '../agentData.ts'
import { curlOfConversation, curlOfMessage } from './curl.ts'
import { EntryLink } from './EntryLink.tsx'
import { PromptParts } from './PromptParts.tsx'
import { readTrace, type Trace } from './playgroundData.ts'
import { Retrieved } from './Retrieved.tsx'
import { Timings } from './Timings.tsx'
import { ToolSteps } from './ToolSteps.tsx'
import type { Turn } from './useChat.ts'

interface InspectorProps {
  agent: Agent
  conversationId: string | undefined
  turn: Pick<Turn, 'question' | 'reply' | 'isLive' | 'error'> | undefined
}

/** The trace of a reply. */
export function Inspector({ agent, conversationId, turn }: InspectorProps) {
  const reply = turn?.reply
  const isFinished = reply !== undefined && !turn?.isLive
  const own = reply?.trace
  const {
    data: read,
    error,
    isLoading,
    refetch,
  } = useQuery({
    queryKey: ['trace', reply?.id],
    queryFn: () => readTrace(conversationId!, reply!.id),
    enabled: Boolean(conversationId) && isFinished && own === undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const data = own ?? read
  if (!turn)
    return (
      <Empty icon={SearchCode} title={t('How replies come about')}>
        {t(
          'Ask a question to see what was found in the knowledge, the prompt part by part, how long each step took, and the curl command for the same request.',
        )}
      </Empty>
    )
  const hasNone = error instanceof ApiError && error.status === 404
  return (
    <section class="stack inspector" aria-label={t('Inspector')}>
      {!isFinished && turn.error === undefined && (
        <div class="card">
          <Loading what={t('The trace appears once the reply is complete.')} />
        </div>
      )}
      {isFinished && isLoading && <Loading />}
      {hasNone && (
        <Notice>
          {t(
            'This reply has no trace. It ended before a model was called, was asked without a trace, or is too old.',
          )}
        </Notice>
      )}
      {error && !hasNone && <ErrorNotice error={error} onRetry={refetch} />}
      {isFinished && data && <TraceView trace={data} />}
      {conversationId && own === undefined && (
        <section class="card stack">
          <h2>{t('The same with curl')}</h2>
          <p class="small muted">
            {rich('Set {secret} to a secret of one of your applications.', {
              secret: <code>CLIENT_SECRET</code>,
            })}
          </p>
          <Code
            label={t('Copy the command that asks this question')}
            text={curlOfMessage(location.origin, conversationId, turn.question)}
          />
          <p class="small muted">{t('To ask in a new conversation, open it first:')}</p>
          <Code
            label={t('Copy the command that opens a conversation')}
            text={curlOfConversation(location.origin, agent.id)}
          />
        </section>
      )}
    </section>
  )
}

const TraceView = ({ trace }: { trace: Trace }) => (
  <>
    {trace.error && (
      <Notice kind="bad">
        <p>{sayError(trace.error)}</p>
        <p class="small">
          {rich('{code}, attempt {attempt}. The trace below shows what was sent.', {
            code: <code>{trace.error.code}</code>,
            attempt: trace.attempt,
          })}
        </p>
      </Notice>
    )}
    <section class="card stack">
      <h2>{t('Time and cost')}</h2>
      <Timings timings={trace.timings} />
      <Facts trace={trace} />
    </section>
    <section class="card stack">
      <h2>{t('Retrieved')}</h2>
      <Retrieved trace={trace} />
    </section>
    {trace.steps.length > 0 && <ToolSteps trace={trace} />}
    {trace.contradictions.length > 0 && <Disagreements trace={trace} />}
    <section class="card stack">
      <h2>{t('Prompt')}</h2>
      <PromptParts trace={trace} />
    </section>
  </>
)

/** The sources that give different figures for the same thing. */
const Disagreements = ({ trace: { contradictions, passages } }: { trace: Trace }) => (
  <section class="card stack">
    <h2>{t('Contradictions')}</h2>
    <p class="small muted">{t('These sources give different figures for the same.')}</p>
    <ol class="passages">
      {contradictions.map(({ statements }, index) => (
        <li key={index}>
          {statements.map(({ number, sentence, figures }, side) => {
            const passage = passages.find((passage) => passage.number === number)
            return (
              <p key={side}>
                <Badge>{t('Source {number}', { number })}</Badge>{' '}
                {passage && <EntryLink {...passage} />} {sentence}{' '}
                <strong>{figures.join(', ')}</strong>
              </p>
            )
          })}
        </li>
      ))}
    </ol>
  </section>
)

function Facts({
  trace: { model, tried, without_tools, settings, usage, attempt },
}: {
  trace: Trace
}) {
  const facts = [
    [t('Model'), model],
    [t('Instead of'), tried.length > 0 && tried.map(({ model }) => model).join(', ')],
    [t('Takes no tools'), without_tools.length > 0 && without_tools.join(', ')],
    [
      t('Tokens'),
      usage &&
        t('{input} in, {output} out', {
          input: formatNumber(usage.input_tokens),
          output: formatNumber(usage.output_tokens),
        }),
    ],
    [t('Cost'), usage && (usage.cost_usd === null ? t('Unknown') : formatCost(usage.cost_usd))],
    [t('Temperature'), settings.temperature],
    [
      t('Maximum reply length'),
      settings.max_output_tokens &&
        t('{count} tokens', { count: formatNumber(settings.max_output_tokens) }),
    ],
    [t('Attempt'), attempt > 1 && attempt],
  ] as const
  return (
    <dl class="facts">
      {facts
        .filter(([, value]) => value !== null && value !== false && value !== undefined)
        .map(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name}=`}>{value}</dd>])}
    </dl>
  )
}
