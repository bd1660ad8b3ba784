import { useEffect, useRef, useState } from 'preact/hooks'
import { ApiError, queries } from '../../api.ts'
import { Button } from '../../components/Button.tsx'
import { Form } from '../../components/forms/Form.tsx'
import { UnsavedGuard } from '../../components/forms/UnsavedGuard.tsx'
import { Notice } from '../../components/Notice.tsx'
import { tell } from '../../components/Toasts.tsx'
import { useRights } from '../../session.tsx'
import { AgentFacts } from './AgentFacts.tsx'
import { AgentFields } from './AgentFields.tsx'
import { AGENTS, type Agent, changeAgent, readAgent } from './agentData.ts'
import { type Conflict, changesOf, type Draft, draftOf, LABELS, rebase } from './agentDraft.ts'

export function EditAgent({ agent }: { agent: Agent }) {
  const { mayChange } = useRights()
  return mayChange ? <AgentEditor agent={agent} /> : <AgentFacts agent={agent} />
}

/** The agent as it was last read, the user's draft, and where somebody else's changes conflict with it. */
interface Editing {
  base: Agent
  draft: Draft
  /** undefined: nobody else has changed the agent. */
  conflicts?: Conflict[] | undefined
}

function AgentEditor({ agent }: { agent: Agent }) {
  const [{ base, draft, conflicts }, setEditing] = useState<Editing>({ base: agent, draft: draftOf(agent) })
  const changes = changesOf(draft, draftOf(base))
  const isDirty = Object.keys(changes).length > 0

  const take = (theirs: Agent) =>
    setEditing((editing) => {
      if (theirs.updated_at === editing.base.updated_at) return editing
      const merged = rebase(editing.draft, draftOf(editing.base), draftOf(theirs))
      // Switching an agent on or off changes no field of this form.
      const isNews = Object.keys(changesOf(draftOf(theirs), draftOf(editing.base))).length > 0
      return {
        base: theirs,
        draft: merged.draft,
        conflicts: isNews ? merged.conflicts : editing.conflicts,
      }
    })
  useEffect(() => take(agent), [agent])

  const save = async () => {
    try {
      const saved = await changeAgent(base, changes)
      setEditing({ base: saved, draft: draftOf(saved) })
      queries.setQueryData([...AGENTS, agent.id], saved)
      queries.invalidateQueries({ queryKey: AGENTS })
      tell('Saved. The next reply uses the changes.')
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'precondition_failed') throw error
      const theirs = await readAgent(agent.id)
      take(theirs)
      queries.setQueryData([...AGENTS, agent.id], theirs)
    }
  }
  const change = (fields: Partial<Draft>) =>
    setEditing((editing) => ({ ...editing, draft: { ...editing.draft, ...fields } }))
  const discard = () => setEditing({ base, draft: draftOf(base) })
  return (
    <div class="agent-form">
      <Form
        action="Save"
        onSubmit={save}
        disabled={!isDirty}
        more={isDirty && <Button onClick={discard}>Discard changes</Button>}
      >
        <AgentFields draft={draft} onChange={change} />
        {conflicts && <ConflictNotice conflicts={conflicts} isDirty={isDirty} onTake={change} />}
      </Form>
      <UnsavedGuard when={isDirty} />
    </div>
  )
}

/** Shows what somebody else has changed, and lets the user choose between two values. */
function ConflictNotice({
  conflicts,
  isDirty,
  onTake,
}: {
  conflicts: readonly Conflict[]
  isDirty: boolean
  onTake: (fields: Partial<Draft>) => void
}) {
  const shown = (value: string | boolean) =>
    typeof value === 'boolean' ? (value ? 'Yes' : 'No') : value || '(empty)'
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.scrollIntoView({ block: 'center' }), [conflicts])
  return (
    <div role="alert" ref={notice}>
      <Notice kind="warn">
        <p>
          Somebody else has changed this agent, so your changes are not saved yet
          {isDirty ? '. Review both, then save.' : '.'}
        </p>
        {conflicts.length > 0 && (
          <ul class="conflicts">
            {conflicts.map(({ name, theirs, mine }) => (
              <li key={name}>
                <strong>{LABELS[name]}</strong>
                <dl class="facts">
                  <dt>Theirs (saved)</dt>
                  <dd>{shown(theirs)}</dd>
                  <dt>Yours</dt>
                  <dd>{shown(mine)}</dd>
                </dl>
                <Button onClick={() => onTake({ [name]: theirs })}>Use theirs</Button>
              </li>
            ))}
          </ul>
        )}
      </Notice>
    </div>
  )
}
