import { useRef, useState } from 'preact/hooks'
import { api, dataOf } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'
import { AgentPicker, isChosen } from '../forms/AgentPicker.tsx'
import { CheckField, Form } from '../forms/Form.tsx'
import { showToast } from '../Toasts.tsx'
import { refreshKnowledge } from './entries.ts'
import { EMPTY_PAIR, PairFields, tagsIn } from './PairFields.tsx'

interface AddPairProps {
  /** Called when the form is done. */
  onClose: () => void
  /** Shown above the form, about the question. */
  about?: string | undefined
  /** The question that the form begins with. */
  question?: string
  /** The agents selected at first; null: all. */
  agents?: string[] | null
  /**
   * Called when the pair is stored, before the dialog closes. If given, the form adds only one
   * pair.
   */
  onAdded?: () => Promise<unknown>
}

/** The form of a question with its answer. */
export function AddPair({
  onClose,
  about,
  question = '',
  agents: given = null,
  onAdded,
}: AddPairProps) {
  const [pair, setPair] = useState({ ...EMPTY_PAIR, question })
  const [agents, setAgents] = useState(given)
  const isStored = useRef(false)
  const [another, setAnother] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  const add = async () => {
    const body = {
      question: pair.question,
      answer: pair.answer,
      tags: tagsIn(pair.tags),
      ...(pair.source.trim() ? { source: pair.source } : {}),
      ...(agents ? { agent_ids: agents } : {}),
    }
    const header = { Prefer: 'respond-async' }
    // A second try, after `onAdded` has failed, must not store the pair again.
    if (!isStored.current)
      await dataOf(api.POST('/api/v1/knowledge/qa', { params: { header }, body }))
    isStored.current = onAdded !== undefined
    await onAdded?.()
    refreshKnowledge()
    showToast(t('Added. Agents can use it in a moment.'))
    if (!another) return onClose()
    setPair({ ...EMPTY_PAIR, tags: pair.tags, source: pair.source })
    form.current?.querySelector('textarea')?.focus()
  }
  return (
    <div ref={form}>
      {about && <p class="small muted quoted">{about}</p>}
      <Form action={t('Add')} onSubmit={add} disabled={!isChosen(agents)}>
        <PairFields value={pair} onChange={setPair} />
        <AgentPicker legend={t('Which agents can use it?')} value={agents} onChange={setAgents} />
        {!onAdded && (
          <CheckField
            label={t('Add another one after this')}
            name="another"
            checked={another}
            onChange={setAnother}
          />
        )}
      </Form>
    </div>
  )
}
