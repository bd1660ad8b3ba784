import { useQuery } from '@tanstack/preact-query'
import { useEffect, useState } from 'preact/hooks'
import { TextField } from '../../../components/forms/Form.tsx'
import { Loading } from '../../../components/Loading.tsx'
import { ErrorNotice, Notice } from '../../../components/Notice.tsx'
import { useRights } from '../../../components/session.tsx'
import { formatNumber } from '../../../lib/format.ts'
import { sayError } from '../../../lib/locales/apiErrors.ts'
import { t } from '../../../lib/texts.tsx'
import type { Agent } from '../agentData.ts'
import { PromptParts } from './PromptParts.tsx'
import { askTrial } from './trials.ts'

/** Milliseconds from the last change until the prompt is built again. */
const PAUSE_MS = 600

interface PromptPaneProps {
  agent: Agent
  /** The unsaved settings. */
  changes: Partial<Agent>
  traits: object
  /** The latest question. */
  asked: string
}

/** Shows what the model gets with the current settings, part by part. Calls no model. */
export function PromptPane({ agent, changes, traits, asked }: PromptPaneProps) {
  const { mayChange } = useRights()
  const [question, setQuestion] = useState(asked)
  useEffect(() => setQuestion(asked), [asked])
  const now = JSON.stringify({ changes, question: question.trim(), traits })
  const [key, setKey] = useState(now)
  useEffect(() => {
    const timer = setTimeout(() => setKey(now), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [now])
  const { data, error, refetch } = useQuery({
    queryKey: ['agents', agent.id, 'prompt', agent.updated_at, key],
    queryFn: ({ signal }) => {
      const { changes: settings, question: of, traits: known } = JSON.parse(key)
      const body = { settings, traits: known, answer: false, ...(of && { question: of }) }
      return askTrial(agent.id, body, signal)
    },
    enabled: mayChange,
    placeholderData: (before) => before,
    refetchOnWindowFocus: false,
  })
  if (!mayChange)
    return (
      <Notice>
        {t(
          'Viewers can read the prompt of each reply in the inspector. Owners and editors see it here.',
        )}
      </Notice>
    )
  return (
    <section class="card stack" aria-label={t('Prompt')}>
      <div>
        <h2>{t('What the model is told')}</h2>
        <p class="small muted">
          {t(
            'With the settings as they are now, saved or not. The workers build it as for a reply; no model is asked.',
          )}
        </p>
      </div>
      <TextField
        label={t('Question')}
        name="question"
        maxLength={8000}
        value={question}
        onChange={setQuestion}
        placeholder={t('None')}
        hint={t('The knowledge that it finds is part of the prompt.')}
      />
      {error ? (
        <ErrorNotice error={error} onRetry={refetch} />
      ) : data?.error ? (
        <Notice kind="bad">{sayError(data.error)}</Notice>
      ) : data?.trace ? (
        <div class="stack" aria-live="polite">
          <PromptParts trace={data.trace} isOpen />
          <p class="small muted">
            {t(
              'At most {knowledge} tokens of knowledge and {history} of earlier messages fit, for {model}.',
              {
                knowledge: formatNumber(data.trace.settings.knowledge_tokens),
                history: formatNumber(data.trace.settings.history_tokens),
                model: data.trace.model,
              },
            )}
          </p>
        </div>
      ) : (
        <Loading what={t('Building the prompt …')} />
      )}
    </section>
  )
}
