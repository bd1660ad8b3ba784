import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { Loading } from '../../../components/Loading.tsx'
import { ErrorNotice } from '../../../components/Notice.tsx'
import type { Schemas } from '../../../lib/api.ts'
import { t } from '../../../lib/texts.tsx'
import { fittingAnswers, useSavedAnswers } from './savedAnswers.ts'
import { useValues } from './useValues.ts'
import { type Filled, fillIn } from './variables.ts'

/** Finds a saved answer by a typed text. Arrow keys choose, Enter inserts, Escape closes. */
export function SavedPicker({
  thread,
  onPick,
  onClose,
}: {
  thread: Schemas['Thread']
  onPick: (filled: Filled) => void
  onClose: () => void
}) {
  const values = useValues(thread)
  const { data = [], error, isLoading, refetch } = useSavedAnswers()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const found = fittingAnswers(data, typed)
  const active = Math.min(at, found.length - 1)
  // Takes the focus before the next key, which belongs to the search.
  useLayoutEffect(() => field.current?.focus(), [])
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const press = (event: KeyboardEvent) => {
    if (event.isComposing) return
    const moves: Record<string, number> = { ArrowDown: active + 1, ArrowUp: active - 1 }
    const next = moves[event.key]
    if (next !== undefined && found.length) setAt((next + found.length) % found.length)
    else if (event.key === 'Enter') {
      const chosen = found[active]
      if (chosen) onPick(fillIn(chosen.content, values))
    } else if (event.key === 'Escape') onClose()
    else return
    event.preventDefault()
  }
  return (
    <div class="case-panel saved">
      <div class="row spread">
        <input
          ref={field}
          class="input"
          type="text"
          role="combobox"
          aria-label={t('Find a saved answer')}
          aria-expanded="true"
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={found.length ? `${id}-${active}` : undefined}
          placeholder={t('Find a saved answer …')}
          autocomplete="off"
          value={typed}
          onInput={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setAt(0)
          }}
          onKeyDown={press}
        />
        <Link href="/inbox/answers" class="small">
          {t('Manage')}
        </Link>
      </div>
      {isLoading && <Loading />}
      {Boolean(error) && <ErrorNotice error={error} onRetry={refetch} />}
      {!isLoading && !error && found.length === 0 && (
        <p class="small muted">
          {data.length ? t('No saved answer fits.') : t('No saved answers yet.')}
        </p>
      )}
      <div role="listbox" id={id} aria-label={t('Saved answers')}>
        {found.map(({ id: key, name, content }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above acts on the keys
          <div
            key={key}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            class="saved-answer"
            aria-selected={index === active}
            onClick={() => onPick(fillIn(content, values))}
          >
            <strong dir="auto">{name}</strong>
            <span class="small muted" dir="auto">
              {fillIn(content, values).text}
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}
