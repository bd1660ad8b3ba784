import { Bot, CircleCheck, Ellipsis, Trash2 } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Link, useLocation } from 'wouter-preact'
import { queries, type Schemas } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'
import { Button } from '../Button.tsx'
import { Confirm } from '../Dialog.tsx'
import { Downloads } from '../lists/Downloads.tsx'
import { Menu } from '../lists/Menu.tsx'
import { useRights } from '../session.tsx'
import { dropThread } from '../threads/loaded.ts'
import { isOpen } from '../threads/threads.ts'
import { closeThread, deleteThread } from './messages.ts'

/** The actions for a thread. @param list the address of the list */
export function ThreadActions({ thread, list }: { thread: Schemas['Thread']; list: string }) {
  const { id, kind, agent_id } = thread
  const { mayChange } = useRights()
  const [asked, setAsked] = useState<'close' | 'delete'>()
  const [, go] = useLocation()
  const forget = () => setAsked(undefined)
  const ask = (what: 'close' | 'delete') => (event: MouseEvent) => {
    // The menu closes first, so that the focus returns to its button.
    ;(event.currentTarget as HTMLElement).closest<HTMLElement>('[popover]')?.hidePopover()
    setAsked(what)
  }
  const remove = async () => {
    await deleteThread(kind, id)
    go(list)
    queries.removeQueries({ queryKey: ['threads', 'one', id] })
    await dropThread(id)
  }
  return (
    <>
      <Downloads path={`/api/v1/threads/${id}/export`} query={{}} />
      <Menu name={t('More actions')} icon={Ellipsis} isBrief>
        <Link href={`/agents/${agent_id}/playground`} class="button quiet">
          <Bot size={17} aria-hidden="true" />
          {t('Open playground')}
        </Link>
        {mayChange && isOpen(thread) && (
          <Button kind="quiet" icon={CircleCheck} onClick={ask('close')}>
            {t('Close')}
          </Button>
        )}
        {mayChange && (
          <Button kind="quiet" icon={Trash2} onClick={ask('delete')}>
            {t('Delete')}
          </Button>
        )}
      </Menu>
      {asked === 'close' && (
        <Confirm
          title={t('Close this conversation?')}
          action={t('Close conversation')}
          onConfirm={() => closeThread(kind, id)}
          done={t('Conversation closed.')}
          onClose={forget}
        >
          {t(
            'A closed conversation accepts no messages and cannot be reopened. Messages are kept.',
          )}
        </Confirm>
      )}
      {asked === 'delete' && (
        <Confirm
          title={t('Delete this conversation?')}
          action={t('Delete conversation')}
          onConfirm={remove}
          done={t('Conversation deleted.')}
          onClose={forget}
        >
          {t(
            'This also deletes messages and feedback, and cannot be undone. The cost stays in the analytics.',
          )}
        </Confirm>
      )}
    </>
  )
}
