import { useQuery } from '@tanstack/preact-query'
import { Sparkles, X } from 'lucide-preact'
import { useEffect, useRef } from 'preact/hooks'
import { Badge } from '../../../components/Badge.tsx'
import { Button } from '../../../components/Button.tsx'
import { Loading } from '../../../components/Loading.tsx'
import { ErrorNotice, Notice } from '../../../components/Notice.tsx'
import { ReplyText } from '../../../components/replies/ReplyText.tsx'
import { SupportedSentences } from '../../../components/replies/SupportedSentences.tsx'
import { takesKeys } from '../../../components/shortcuts.ts'
import { type Place, suggest } from '../../../components/threads/cases.ts'
import { Citations } from '../../../components/transcript/Citations.tsx'
import { sayError } from '../../../lib/locales/apiErrors.ts'
import { rich, t } from '../../../lib/texts.tsx'
import { useKeys } from '../keys.ts'

interface SuggestionProps {
  place: Place
  onTake: (text: string) => void
  onClose: () => void
}

/**
 * What the agent would answer, with its sources. The customer does not see it unless the user sends
 * it.
 */
export function Suggestion({ place, onTake, onClose }: SuggestionProps) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['suggestion', place.id],
    queryFn: ({ signal }) => suggest(place, signal),
    // A suggestion costs a call of a model, so only the user may ask for another.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const suggested = isFetching ? undefined : data
  const text = suggested?.content
  const panel = useRef<HTMLElement>(null)
  useKeys({ u: text ? () => onTake(text) : undefined, Escape: onClose })
  // Enter then takes the suggestion. A user who writes meanwhile keeps the focus.
  useEffect(() => {
    if (text && !takesKeys(document.activeElement))
      panel.current?.querySelector<HTMLElement>('.button.primary')?.focus()
  }, [text])
  return (
    <section class="case-panel" aria-label={t('Suggested answer')} ref={panel}>
      <div class="row spread">
        <h3 class="row">
          <Sparkles size={16} aria-hidden="true" />
          {t('Suggested answer')}
        </h3>
        <Button kind="quiet" icon={X} label={t('Close suggestion')} onClick={onClose} />
      </div>
      {isFetching ? (
        <Loading what={t('The agent is thinking …')} />
      ) : error ? (
        <ErrorNotice error={error} onRetry={refetch} />
      ) : suggested && text ? (
        <>
          <div class="markdown case-suggested" dir="auto">
            <ReplyText text={text} />
          </div>
          {suggested.supported && (
            <p class="small muted">
              <SupportedSentences supported={suggested.supported} />
            </p>
          )}
          {suggested.grounded === false && (
            <div>
              <Badge kind="warn">{t('Not from knowledge')}</Badge>
            </div>
          )}
          <Citations citations={suggested.citations} />
          <div class="row">
            <Button kind="primary" onClick={() => onTake(text)}>
              {t('Use and edit')}
            </Button>
            <Button onClick={() => refetch()}>{t('Suggest another')}</Button>
            <span class="small muted case-enter">
              {rich('<k>u</k> or <k>Enter</k> takes it', { k: (key) => <kbd>{key}</kbd> })}
            </span>
          </div>
        </>
      ) : (
        <Notice kind="warn">
          <p>{data?.error ? sayError(data.error) : t('The agent has no answer.')}</p>
          <Button onClick={() => refetch()}>{t('Try again')}</Button>
        </Notice>
      )}
    </section>
  )
}
