import { useQuery } from '@tanstack/preact-query'
import { Search } from 'lucide-preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { useLocation } from 'wouter-preact'
import { hideOverlay, showOverlay } from '../components/overlay.ts'
import { useRights, useUser } from '../components/session.tsx'
import { Marked } from '../components/threads/Marked.tsx'
import { useThreadAddress } from '../components/threads/useThreadAddress.ts'
import { useAgents } from '../lib/agents.ts'
import { t } from '../lib/texts.tsx'
import { type Command, type CommandGroup, commandsFor, fitting } from './commands.ts'
import { follow } from './follow.ts'
import { agentCommands, findRecords, SHORTEST } from './records.ts'

/** Milliseconds from the last keystroke to the search. */
const PAUSE_MS = 250
/** The most agents that are shown. */
const MOST_AGENTS = 5

/**
 * Returns the results for a typed text: commands at once, records when the service has answered.
 */
function useResults(typed: string) {
  const { role } = useUser()
  const rights = useRights()
  const { data: agents = [] } = useAgents(rights.seesAll)
  const addressOfThread = useThreadAddress()
  const [sought, setSought] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSought(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const isSought = sought.length >= SHORTEST
  const { data: records = [], error } = useQuery({
    queryKey: ['palette', sought],
    queryFn: ({ signal }) => findRecords(sought, { ...rights, addressOfThread }, signal),
    enabled: isSought,
    placeholderData: (before) => (isSought ? before : undefined),
    refetchOnWindowFocus: false,
  })
  const text = typed.trim()
  const found = agentCommands(agents)
  const groups: CommandGroup[] = [
    ...commandsFor({ role, ...rights }).map(({ name, commands }) => ({
      name,
      commands: fitting(commands, text),
    })),
    ...(text ? [{ ...found, commands: fitting(found.commands, text).slice(0, MOST_AGENTS) }] : []),
    ...(text.length >= SHORTEST ? records : []),
  ].filter(({ commands }) => commands.length > 0)
  return { groups, isSearching: text.length >= SHORTEST && text !== sought, error }
}

/** Finds sections, commands and records by a typed text. A combobox whose list stays open. */
export function Palette() {
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const [, navigate] = useLocation()
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const { groups, isSearching, error } = useResults(typed)
  const all = groups.flatMap(({ commands }) => commands)
  const active = Math.min(at, all.length - 1)
  useEffect(() => dialog.current?.showModal(), [])
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [active, all.length])

  /** The browser returns the focus before the next page takes it. */
  const close = () => {
    dialog.current?.close()
    hideOverlay('palette')
  }
  const run = (command: Command | undefined) => {
    if (!command) return
    close()
    if (command.path) follow(command.path, navigate)
    else showOverlay('shortcuts')
  }
  const press = (event: KeyboardEvent) => {
    const moves: Record<string, number> = {
      ArrowDown: (active + 1) % all.length,
      ArrowUp: (active + all.length - 1) % all.length,
      PageDown: Math.min(active + 8, all.length - 1),
      PageUp: Math.max(active - 8, 0),
    }
    const next = moves[event.key]
    if (event.isComposing || event.defaultPrevented) return
    if (next !== undefined) {
      event.preventDefault()
      if (all.length) setAt(next)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      run(all[active])
    }
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it as well
    <dialog
      ref={dialog}
      class="palette"
      aria-label={t('Search and commands')}
      onClose={() => hideOverlay('palette')}
      onClick={({ target }) => target === dialog.current && close()}
    >
      <div class="palette-field">
        <Search size={18} aria-hidden="true" />
        <input
          autofocus
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
          aria-label={t('Search, go somewhere, create something')}
          placeholder={t('Search or type a command …')}
          autocomplete="off"
          spellcheck={false}
          maxLength={200}
          value={typed}
          onInput={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setAt(0)
          }}
          onKeyDown={press}
        />
        <kbd>{t('Esc')}</kbd>
      </div>
      <Results id={id} groups={groups} active={active} onPoint={setAt} onRun={run} />
      <p class="small muted palette-foot" role="status">
        {error
          ? t('The search failed. Commands still work.')
          : isSearching
            ? t('Searching …')
            : t('{count, plural, =0 {Nothing found} one {# result} other {# results}}', {
                count: all.length,
              })}
      </p>
    </dialog>
  )
}

function Results({
  id,
  groups,
  active,
  onPoint,
  onRun,
}: {
  id: string
  groups: readonly CommandGroup[]
  active: number
  onPoint: (index: number) => void
  onRun: (command: Command) => void
}) {
  let count = 0
  return (
    <div class="palette-list" id={`${id}-list`} role="listbox" aria-label={t('Results')}>
      {groups.map(({ name, commands }) => (
        // biome-ignore lint/a11y/useSemanticElements: a list of options has groups, not field sets
        <div key={name} role="group" aria-label={name}>
          <div class="palette-group" aria-hidden="true">
            {name}
          </div>
          {commands.map((command) => {
            const index = count++
            const { icon: Icon, hint, keys, excerpt, found } = command
            return (
              // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus, and names the active option
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
              <div
                key={command.id}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === active}
                onMouseMove={() => index !== active && onPoint(index)}
                onClick={() => onRun(command)}
              >
                <Icon size={17} aria-hidden="true" />
                <span class="palette-name">
                  <Marked text={command.name} found={found} />
                  {hint && <span class="small muted"> {hint}</span>}
                  {excerpt && (
                    <span class="palette-excerpt small muted" dir="auto">
                      <Marked text={excerpt} found={found} />
                    </span>
                  )}
                </span>
                {keys && (
                  <span class="palette-keys" aria-hidden="true">
                    {keys.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </span>
                )}
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}
