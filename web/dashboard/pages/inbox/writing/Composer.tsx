import { BookMarked, Send, Sparkles, StickyNote } from 'lucide-preact'
import { type MutableRef, useState } from 'preact/hooks'
import { Button } from '../../../components/Button.tsx'
import type { Schemas } from '../../../lib/api.ts'
import { rich, t } from '../../../lib/texts.tsx'
import { SavedPicker } from '../answers/SavedPicker.tsx'
import { type Filled, openVariables } from '../answers/variables.ts'
import { AttachButton, ChosenFiles, type Files } from './ChosenFiles.tsx'
import type { Attached } from './files.ts'
import { type HeldReply, Refusal } from './Refusal.tsx'
import { Suggestion } from './Suggestion.tsx'

export type Mode = 'reply' | 'note'
/** The panel that is open above the field. */
export type Panel = 'saved' | 'suggestion' | undefined

interface ComposerProps {
  thread: Schemas['Thread']
  /** Why the user may only write notes; undefined: they may write to the customer. */
  refusal: string | undefined
  /** A reply that the user cannot send at present; undefined: none. */
  held: HeldReply | undefined
  mode: Mode
  /** @param text replaces the draft of this kind of message */
  onMode: (mode: Mode, text?: string) => void
  panel: Panel
  onPanel: (panel: Panel) => void
  text: string
  onText: (text: string) => void
  /** undefined: the agent allows no attachments. */
  chosen: Files | undefined
  onSend: (text: string, files: readonly Attached[]) => void
  field: MutableRef<HTMLTextAreaElement | null>
}

/**
 * The field for a reply or a note. Enter sends, Shift and Enter begin a new line, and `/` in an
 * empty field opens the saved answers.
 */
export function Composer(props: ComposerProps) {
  const { thread, refusal, held, mode, onMode, panel, onPanel, text, onText } = props
  const { chosen, onSend, field } = props
  const isNote = mode === 'note'
  const isLocked = Boolean(held) && !isNote
  const hasFiles = chosen?.files.some(({ attached }) => attached)
  const canSend = Boolean(text.trim() || hasFiles) && !chosen?.isUploading && !isLocked
  const unfilled = useUnfilled(isNote ? '' : text)
  const close = () => {
    onPanel(undefined)
    field.current?.focus()
  }
  const send = (event: Event) => {
    event.preventDefault()
    if (!canSend || unfilled.isFirstTry()) return
    const files = chosen?.take() ?? []
    onSend(text.trim() || files.map(({ name }) => name).join(', '), files)
    onPanel(undefined)
    field.current?.focus()
  }
  /** Inserts a text at the cursor, and selects what is still to be filled in. */
  const insert = ({ text: more, missing }: Filled) => {
    const { selectionStart: from = text.length, selectionEnd: to = text.length } =
      field.current ?? {}
    onText(text.slice(0, from) + more + text.slice(to))
    close()
    const { from: start, to: end } = missing ?? { from: more.length, to: more.length }
    requestAnimationFrame(() => field.current?.setSelectionRange(from + start, from + end))
  }
  const press = (event: KeyboardEvent) => {
    if (event.isComposing) return
    if (event.key === 'Enter' && !event.shiftKey) send(event)
    else if (event.key === '/' && text === '') {
      event.preventDefault()
      onPanel('saved')
    }
  }
  return (
    <form
      class={`case-composer${isNote ? ' is-note' : ''}`}
      onSubmit={send}
      aria-label={t('Answer')}
    >
      {panel === 'saved' && <SavedPicker thread={thread} onPick={insert} onClose={close} />}
      {panel === 'suggestion' && (
        <Suggestion
          key={thread.id}
          place={thread}
          onTake={(suggested) => {
            onMode('reply', suggested)
            close()
          }}
          onClose={close}
        />
      )}
      {refusal && <Refusal refusal={refusal} held={held} />}
      {chosen && <ChosenFiles chosen={chosen} />}
      <textarea
        ref={field}
        class="input"
        aria-label={isNote ? t('Internal note') : t('Reply')}
        placeholder={
          isNote ? t('Only your colleagues see this note …') : t('Write to the customer …')
        }
        rows={2}
        maxLength={8000}
        readOnly={isLocked}
        value={text}
        onInput={({ currentTarget }) => onText(currentTarget.value)}
        onKeyDown={press}
        onPaste={(event) => {
          const files = [...(event.clipboardData?.files ?? [])]
          if (!chosen || files.length === 0) return
          event.preventDefault()
          chosen.add(files)
        }}
      />
      {unfilled.isAsked && (
        <p class="small" role="alert">
          {t('{variables} is not filled in. Write what belongs there, or send again as it is.', {
            variables: openVariables(text).join(', '),
          })}
        </p>
      )}
      <div class="row spread case-tools">
        <div class="row">
          {(!refusal || held) && (
            <fieldset class="case-modes" aria-label={t('Kind of message')}>
              <Button kind="quiet" aria-pressed={!isNote} onClick={() => onMode('reply')}>
                {t('Reply')}
              </Button>
              <Button
                kind="quiet"
                icon={StickyNote}
                aria-pressed={isNote}
                onClick={() => onMode('note')}
              >
                {t('Note')}
              </Button>
            </fieldset>
          )}
          {chosen && <AttachButton chosen={chosen} />}
          <Button
            kind="quiet"
            icon={BookMarked}
            aria-expanded={panel === 'saved'}
            label={t('Saved answers')}
            onClick={() => onPanel(panel === 'saved' ? undefined : 'saved')}
          />
          {!refusal && !isNote && (
            <Button
              kind="quiet"
              icon={Sparkles}
              aria-expanded={panel === 'suggestion'}
              label={t('Suggest an answer')}
              onClick={() => onPanel(panel === 'suggestion' ? undefined : 'suggestion')}
            />
          )}
        </div>
        <div class="row">
          <span class="small muted case-enter">
            {rich('<k>Enter</k> sends', { k: (key) => <kbd>{key}</kbd> })}
          </span>
          <Button
            type="submit"
            kind="primary"
            icon={isNote ? StickyNote : Send}
            disabled={!canSend}
          >
            <span class="case-send">{isNote ? t('Add note') : t('Send')}</span>
          </Button>
        </div>
      </div>
    </form>
  )
}

/** Asks once before a text is sent in which variables are not filled in. */
function useUnfilled(text: string) {
  const [asked, setAsked] = useState('')
  return {
    isAsked: text !== '' && text === asked,
    isFirstTry(): boolean {
      const isFirst = text !== asked && openVariables(text).length > 0
      if (isFirst) setAsked(text)
      return isFirst
    },
  }
}
