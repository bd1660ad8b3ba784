import { Bot, CircleCheck, Trash2 } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { useLocation } from 'wouter-preact'
import { queries, type Schemas } from '../../api.ts'
import { Button, ButtonLink } from '../../components/Button.tsx'
import { Confirm } from '../../components/Dialog.tsx'
import { Downloads } from '../../components/lists/Downloads.tsx'
import { tell } from '../../components/Toasts.tsx'
import { useRights } from '../../session.tsx'
import { closeThread, deleteThread } from './messages.ts'
import { isOpen } from './threads.ts'

/** The actions for a thread. */
export function ThreadActions({ thread }: { thread: Schemas['Thread'] }) {
  const { id, kind, agent_id } = thread
  const { mayChange } = useRights()
  const [asked, setAsked] = useState<'close' | 'delete'>()
  const [, go] = useLocation()
  const forget = () => setAsked(undefined)
  const close = async () => {
    await closeThread(kind, id)
    tell('Closed.')
  }
  const remove = async () => {
    await deleteThread(kind, id)
    tell('Deleted.')
    go('/conversations')
    // Leaves out the queries of this page, which would find nothing.
    queries.removeQueries({ queryKey: ['threads', 'one', id] })
    queries.invalidateQueries({ queryKey: ['threads'] })
  }
  return (
    <>
      <ButtonLink to={`/agents/${agent_id}/playground`} icon={Bot}>
        Try the agent
      </ButtonLink>
      <Downloads path={`/api/v1/threads/${id}/export`} query={{}} />
      {mayChange && isOpen(thread) && (
        <Button icon={CircleCheck} onClick={() => setAsked('close')}>
          Close
        </Button>
      )}
      {mayChange && (
        <Button kind="danger" icon={Trash2} onClick={() => setAsked('delete')}>
          Delete
        </Button>
      )}
      {asked === 'close' && (
        <Confirm title="Close this conversation?" action="Close it" onConfirm={close} onClose={forget}>
          It takes no more messages, and cannot be opened again. What was said stays.
        </Confirm>
      )}
      {asked === 'delete' && (
        <Confirm title="Delete this conversation?" action="Delete it" onConfirm={remove} onClose={forget}>
          Its messages and its feedback go with it, and cannot be brought back. What it cost stays counted.
        </Confirm>
      )}
    </>
  )
}
