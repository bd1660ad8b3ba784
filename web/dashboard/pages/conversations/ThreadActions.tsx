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
    tell('Conversation closed.')
  }
  const remove = async () => {
    await deleteThread(kind, id)
    tell('Conversation deleted.')
    go('/conversations')
    // Leaves out the queries of this page, which would find nothing.
    queries.removeQueries({ queryKey: ['threads', 'one', id] })
    queries.invalidateQueries({ queryKey: ['threads'] })
  }
  return (
    <>
      <ButtonLink to={`/agents/${agent_id}/playground`} icon={Bot}>
        Open playground
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
        <Confirm
          title="Close this conversation?"
          action="Close conversation"
          onConfirm={close}
          onClose={forget}
        >
          It accepts no more messages and cannot be reopened. Its messages are kept.
        </Confirm>
      )}
      {asked === 'delete' && (
        <Confirm
          title="Delete this conversation?"
          action="Delete conversation"
          onConfirm={remove}
          onClose={forget}
        >
          This also deletes its messages and feedback, and cannot be undone. Its cost stays in the analytics.
        </Confirm>
      )}
    </>
  )
}
