import { CircleCheck, Trash2 } from 'lucide-preact'
import { useId, useState } from 'preact/hooks'
import { Button } from '../../components/Button.tsx'
import { BulkActions, ConfirmEach, type Selection } from '../../components/lists/bulk.tsx'
import { SelectAll } from '../../components/lists/SelectAll.tsx'
import { showToast } from '../../components/Toasts.tsx'
import { dropThread } from '../../components/threads/loaded.ts'
import { isOpen, type Thread } from '../../components/threads/threads.ts'
import { closeThread, deleteThread } from '../../components/transcript/messages.ts'
import { t } from '../../lib/texts.tsx'

interface SelectedThreadsProps {
  rows: readonly Thread[]
  selection: Selection
}

/** The actions for many conversations: close and delete. */
export function SelectedThreads({ rows, selection }: SelectedThreadsProps) {
  const [asked, setAsked] = useState<'close' | 'delete'>()
  const id = useId()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const open = [...selection.selected].filter((id) => isOpen(byId.get(id)!))
  const keys = rows.map(({ id }) => id)
  const shared = { onTried: () => undefined, onClose: () => setAsked(undefined) }
  return (
    <div class="thread-bulk">
      <SelectAll id={id} keys={keys} selection={selection} />
      {selection.selected.size === 0 && <label for={id}>{t('Select all shown')}</label>}
      <BulkActions selection={selection}>
        <Button icon={CircleCheck} disabled={open.length === 0} onClick={() => setAsked('close')}>
          {t('Close')}
        </Button>
        <Button kind="danger" icon={Trash2} onClick={() => setAsked('delete')}>
          {t('Delete')}
        </Button>
      </BulkActions>
      {asked === 'close' && (
        <ConfirmEach
          {...shared}
          selection={{ ...selection, selected: new Set(open) }}
          title={(count) =>
            t('{count, plural, one {Close # conversation?} other {Close # conversations?}}', {
              count,
            })
          }
          action={t('Close conversations')}
          act={(id) => closeThread(byId.get(id)!.kind, id)}
          onDone={(count) =>
            showToast(
              t('{count, plural, one {Closed # conversation.} other {Closed # conversations.}}', {
                count,
              }),
            )
          }
        >
          {t(
            'A closed conversation accepts no messages and cannot be reopened. Messages are kept.',
          )}
        </ConfirmEach>
      )}
      {asked === 'delete' && (
        <ConfirmEach
          {...shared}
          selection={selection}
          title={(count) =>
            t('{count, plural, one {Delete # conversation?} other {Delete # conversations?}}', {
              count,
            })
          }
          action={t('Delete')}
          act={async (id) => {
            await deleteThread(byId.get(id)!.kind, id)
            await dropThread(id)
          }}
          onDone={(count) =>
            showToast(
              t('{count, plural, one {Deleted # conversation.} other {Deleted # conversations.}}', {
                count,
              }),
            )
          }
        >
          {t(
            'This also deletes messages and feedback, and cannot be undone. The cost stays in the analytics.',
          )}
        </ConfirmEach>
      )}
    </div>
  )
}
