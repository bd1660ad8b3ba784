import { useQuery } from '@tanstack/preact-query'
import { FileText, Globe, MessageCircleQuestion, Search } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Link, useSearchParams } from 'wouter-preact'
import { Button, ButtonLink } from '../../components/Button.tsx'
import { Empty } from '../../components/Empty.tsx'
import { SelectField, TextField } from '../../components/forms/Form.tsx'
import { Loading } from '../../components/Loading.tsx'
import { ErrorNotice } from '../../components/Notice.tsx'
import { Page } from '../../components/Page.tsx'
import { KIND_NAMES } from '../../components/records/entries.ts'
import { passageAddress } from '../../components/replies/passageAddress.ts'
import { useAgents } from '../../lib/agents.ts'
import { api, dataOf, type Schemas } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'

const ICONS = { file: FileText, qa: MessageCircleQuestion, url: Globe }

/** Shows what an agent would find for a question, best first. */
export function Find() {
  const { data: agents, error: noAgents, refetch } = useAgents()
  const [parameters, setParameters] = useSearchParams()
  const asked = parameters.get('question') ?? ''
  const agentId =
    parameters.get('agent') ?? (agents?.find(({ is_active }) => is_active) ?? agents?.[0])?.id ?? ''
  const [question, setQuestion] = useState(asked)
  // The question is in the address, so that Back and shared links show the same.
  const search = useQuery({
    queryKey: ['knowledge', 'find', agentId, asked],
    enabled: Boolean(asked && agentId),
    refetchOnWindowFocus: false,
    queryFn: () =>
      dataOf(
        api.POST('/api/v1/agents/{id}/retrieve', {
          params: { path: { id: agentId } },
          body: { question: asked, limit: 12 },
        }),
      ),
  })
  const ask = (event: SubmitEvent) => {
    event.preventDefault()
    const wanted = question.trim()
    if (!wanted) return
    if (wanted === asked) search.refetch()
    else setParameters({ agent: agentId, question: wanted })
  }
  return (
    <Page
      title={t('Try a question')}
      about={t(
        'See what an agent finds in its knowledge for a question. Nothing is stored, and no reply is written.',
      )}
      back={['/knowledge', t('Knowledge')]}
    >
      {noAgents && <ErrorNotice error={noAgents} onRetry={refetch} />}
      {agents?.length === 0 ? (
        <Empty
          icon={Search}
          title={t('No agents yet')}
          actions={<ButtonLink to="/agents">{t('Go to agents')}</ButtonLink>}
        >
          {t('Create an agent first, then see what it finds.')}
        </Empty>
      ) : (
        <form class="filters" onSubmit={ask}>
          <SelectField
            label={t('Agent')}
            name="agent"
            value={agentId}
            onChange={(agent) =>
              setParameters({ agent, ...(asked && { question: asked }) }, { replace: true })
            }
            options={(agents ?? []).map(({ id, name }) => [id, name])}
          />
          <div class="field wide">
            <TextField
              label={t('Question')}
              name="question"
              placeholder={t('How long does a parcel take?')}
              maxLength={8000}
              required
              value={question}
              onChange={setQuestion}
            />
          </div>
          <Button
            type="submit"
            kind="primary"
            icon={Search}
            busy={search.isFetching}
            disabled={!agentId}
          >
            {t('Search')}
          </Button>
        </form>
      )}
      {search.isFetching && <Loading what={t('Searching …')} />}
      {search.error && !search.isFetching && (
        <ErrorNotice error={search.error} onRetry={search.refetch} />
      )}
      {search.data && !search.isFetching && !search.error && <Passages passages={search.data} />}
    </Page>
  )
}

function Passages({ passages }: { passages: readonly Schemas['Passage'][] }) {
  const best = passages[0]?.score ?? 0
  if (passages.length === 0)
    return (
      <Empty
        icon={Search}
        title={t('Nothing found')}
        actions={<ButtonLink to="/knowledge">{t('Go to knowledge')}</ButtonLink>}
      >
        {t(
          'Try other words, or add a page, file or question with the answer. Entries that are still processing, or that this agent cannot use, are not found.',
        )}
      </Empty>
    )
  return (
    <>
      <p class="muted knowledge-found" role="status">
        {t('{count, plural, one {# passage} other {# passages, best first}}', {
          count: passages.length,
        })}
      </p>
      <ol class="stack knowledge-passages">
        {passages.map(({ knowledge_id, kind, title, url, heading, text, score }, index) => {
          const Icon = ICONS[kind]
          return (
            <li class="card" key={index}>
              <header>
                <span class="row">
                  <Icon size={18} role="img" aria-label={KIND_NAMES[kind]} />
                  <Link href={passageAddress(kind, knowledge_id, kind === 'qa' ? '' : text)}>
                    {title ?? url ?? t('Question and answer')}
                  </Link>
                </span>
                <span class="row small muted">
                  <meter
                    class="knowledge-score"
                    min={0}
                    max={best || 1}
                    value={score}
                    aria-label={t('Score, relative to the best')}
                  />
                  <span class="number">{score.toFixed(score < 10 ? 2 : 1)}</span>
                </span>
              </header>
              {heading && <p class="small muted">{heading}</p>}
              <p class="knowledge-text">{text}</p>
            </li>
          )
        })}
      </ol>
    </>
  )
}
