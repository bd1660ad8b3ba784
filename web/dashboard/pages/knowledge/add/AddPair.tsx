import { useRef, useState } from 'preact/hooks'
import { api, dataOf } from '../../../api.ts'
import { AgentPicker, isChosen } from '../../../components/forms/AgentPicker.tsx'
import { CheckField, Form } from '../../../components/forms/Form.tsx'
import { tell } from '../../../components/Toasts.tsx'
import { refreshKnowledge } from '../entries.ts'
import { EMPTY_PAIR, PairFields, tagsIn } from './PairFields.tsx'

export function AddPair({ onClose }: { onClose: () => void }) {
  const [pair, setPair] = useState(EMPTY_PAIR)
  const [agents, setAgents] = useState<string[] | null>(null)
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
    await dataOf(api.POST('/api/v1/knowledge/qa', { params: { header }, body }))
    refreshKnowledge()
    tell('Added. Agents can use it in a moment.')
    if (!another) return onClose()
    setPair({ ...EMPTY_PAIR, tags: pair.tags, source: pair.source })
    form.current?.querySelector('textarea')?.focus()
  }
  return (
    <div ref={form}>
      <Form action="Add" onSubmit={add} disabled={!isChosen(agents)}>
        <PairFields value={pair} onChange={setPair} />
        <AgentPicker legend="Which agents can use it?" value={agents} onChange={setAgents} />
        <CheckField
          label="Add another one after this"
          name="another"
          checked={another}
          onChange={setAnother}
        />
      </Form>
    </div>
  )
}
