import { useState } from 'preact/hooks'
import { Confirm } from '../../components/Dialog.tsx'
import { SelectField, TextArea } from '../../components/forms/Form.tsx'
import { FormDialog } from '../../components/forms/FormDialog.tsx'
import { useUser } from '../../components/session.tsx'
import {
  assign,
  giveBack,
  nameOf,
  type Place,
  renew,
  useColleagues,
} from '../../components/threads/cases.ts'
import { closeThread } from '../../components/transcript/messages.ts'
import { t } from '../../lib/texts.tsx'

export type Asked = 'assign' | 'return' | 'close'

interface CaseDialogProps {
  asked: Asked
  place: Place
  /** The user who has the case now. */
  assigneeId: string | null
  agent: string
  onClose: () => void
}

/** The dialogs of a case. */
export function CaseDialog({ asked, ...props }: CaseDialogProps) {
  if (asked === 'assign') return <Assign {...props} />
  if (asked === 'return') return <Return {...props} />
  return <Close {...props} />
}
type OneDialogProps = Omit<CaseDialogProps, 'asked'>

/** Assigns the case to a colleague who may answer. */
function Assign({ place, assigneeId, onClose }: OneDialogProps) {
  const me = useUser()
  const able = useColleagues().filter(({ is_active, role }) => is_active && role !== 'viewer')
  const others = able.filter(({ id }) => id !== assigneeId)
  const [chosen, choose] = useState('')
  const found = able.find(({ id }) => id === chosen)
  const save = async () => {
    // A colleague's case is released first, so that it is never taken over by mistake.
    if (assigneeId && assigneeId !== me.id) await assign(place, null)
    await assign(place, chosen)
    await renew(place)
  }
  return (
    <FormDialog
      title={t('Assign this conversation?')}
      action={t('Assign')}
      onSubmit={save}
      done={t('Assigned to {name}.', { name: found ? nameOf(found) : '' })}
      disabled={!chosen}
      hasCancel={false}
      onClose={onClose}
    >
      <SelectField
        label={t('Colleague')}
        name="user_id"
        hint={t('Owners, editors and agents can answer customers.')}
        value={chosen}
        onChange={choose}
        options={[['', t('Choose …')], ...others.map((one) => [one.id, nameOf(one)] as const)]}
      />
    </FormDialog>
  )
}

function Return({ place, agent, onClose }: OneDialogProps) {
  const [note, setNote] = useState('')
  const save = async () => {
    await giveBack(place, note.trim())
    await renew(place)
  }
  return (
    <FormDialog
      title={t('Return to {agent}?', { agent })}
      action={t('Return')}
      onSubmit={save}
      done={t('{agent} answers again.', { agent })}
      hasCancel={false}
      onClose={onClose}
    >
      <TextArea
        label={t('Note to the agent')}
        name="note"
        rows={3}
        maxLength={2000}
        hint={t(
          'What the agent should know from now on. It may tell the customer. It knows what you wrote to the customer.',
        )}
        value={note}
        onChange={setNote}
      />
    </FormDialog>
  )
}

function Close({ place, onClose }: OneDialogProps) {
  const close = async () => {
    await closeThread(place.kind, place.id)
    // A closed conversation takes no more messages, so its agent has nothing to answer. This call
    // ends the handoff in the figures.
    await giveBack(place, '').catch(() => undefined)
    await renew(place)
  }
  return (
    <Confirm
      title={t('Close this conversation?')}
      action={t('Close conversation')}
      done={t('Conversation closed.')}
      onConfirm={close}
      onClose={onClose}
    >
      {t('A closed conversation accepts no messages and cannot be reopened. Messages are kept.')}
    </Confirm>
  )
}
