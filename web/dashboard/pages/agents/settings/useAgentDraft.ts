import { useEffect, useState } from 'preact/hooks'
import {
  type Conflict,
  changesOf,
  type Draft,
  draftOf,
  rebase,
} from '../../../components/records/agentDraft.ts'
import { showToast } from '../../../components/Toasts.tsx'
import { ApiError, queries } from '../../../lib/api.ts'
import { t } from '../../../lib/texts.tsx'
import { AGENTS, type Agent, changeAgent, readAgent } from '../agentData.ts'

/**
 * The agent as it was last read, the user's draft, and the fields in which another user's changes
 * conflict with it.
 */
interface Editing {
  base: Agent
  draft: Draft
  /** undefined: no other user has changed the agent. */
  conflicts?: Conflict[] | undefined
}

export interface AgentDraft extends Editing {
  /** The unsaved settings in the API's form. */
  changes: Partial<Agent>
  isDirty: boolean
  change: (fields: Partial<Draft>) => void
  discard: () => void
  /** @throws ApiError */
  save: () => Promise<void>
}

/**
 * The settings of an agent while a user edits them, for the form and for the playground beside it.
 */
export function useAgentDraft(agent: Agent): AgentDraft {
  const [{ base, draft, conflicts }, setEditing] = useState<Editing>({
    base: agent,
    draft: draftOf(agent),
  })
  const changes = changesOf(draft, draftOf(base))

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

  async function save(): Promise<void> {
    try {
      const saved = await changeAgent(base, changes)
      setEditing({ base: saved, draft: draftOf(saved) })
      queries.setQueryData([...AGENTS, agent.id], saved)
      queries.invalidateQueries({ queryKey: AGENTS })
      showToast(t('Saved. The next reply uses the changes.'))
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'precondition_failed') throw error
      const theirs = await readAgent(agent.id)
      take(theirs)
      queries.setQueryData([...AGENTS, agent.id], theirs)
    }
  }
  return {
    base,
    draft,
    conflicts,
    changes,
    save,
    isDirty: Object.keys(changes).length > 0,
    change: (fields) =>
      setEditing((editing) => ({ ...editing, draft: { ...editing.draft, ...fields } })),
    discard: () => setEditing({ base, draft: draftOf(base) }),
  }
}
