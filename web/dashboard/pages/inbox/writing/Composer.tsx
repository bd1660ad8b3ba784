import { BookMarked, Send, Sparkles, StickyNote } from 'lucide-preact'
import type { MutableRef } from 'preact/hooks'
import { Button } from '../../../components/Button.tsx'
import type { Place } from '../../../components/threads/cases.ts'
import { rich, t } from '../../../lib/texts.tsx'
import { SavedPicker } from '../answers/SavedPicker.tsx'
import { AttachButton, ChosenFiles, type Files } from './ChosenFiles.tsx'
import type { Attached } from './files.ts'
import { Suggestion } from './Suggestion.tsx'

export type Mode = 'reply' | 'note'
/** The panel that is open above the field. */
export type Panel = 'saved' | 'suggestion' | undefined

interface ComposerProps {
  place: Place
  /** A reason instead of true: the user may only write notes. */
  mayReply: true | preact.ComponentChildren
  mode: Mode
  onMode: (mode: Mode) => void
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
  const { place, mayReply, mode, onMode, panel, onPanel, text, onText, chosen, onSend, field } =
    props
  const isNote = mode === 'note' || mayReply !== true
  const hasFiles = chosen?.files.some(({ attached }) => attached)
  const canSend = Boolean(text.trim() || hasFiles) && !chosen?.isUploading
  const close = () => {
    onPanel(undefined)
    field.current?.focus()
  }
  const send = (event: Event) => {
    event.preventDefault()
    if (!canSend) return
    const files = chosen?.take() ?? []
    onSend(text.trim() || files.map(({ name }) => name).join(', '), files)
    onPanel(undefined)
    field.current?.focus()
  }
  /** Inserts a text at the cursor. */
  const insert = (more: string) => {
    const { selectionStart: from = text.length, selectionEnd: to = text.length } =
      field.current ?? {}
    onText(text.slice(0, from) + more + text.slice(to))
    close()
    requestAnimationFrame(() =>
      field.current?.setSelectionRange(from + more.length, from + more.length),
    )
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
      {panel === 'saved' && <SavedPicker onPick={insert} onClose={close} />}
      {panel === 'suggestion' && (
        <Suggestion
          key={place.id}
          place={place}
          onTake={(suggested) => {
            onMode('reply')
            onText(suggested)
            close()
          }}
          onClose={close}
        />
      )}
      {mayReply !== true && <div class="case-hint small">{mayReply}</div>}
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
      <div class="row spread case-tools">
        <div class="row">
          {mayReply === true && (
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
          {!isNote && (
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
            {isNote ? t('Add note') : t('Send')}
          </Button>
        </div>
      </div>
    </form>
  )
}
