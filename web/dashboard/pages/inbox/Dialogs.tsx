import { useState } from 'preact/hooks'
import { ButtonLink } from '../../components/Button.tsx'
import { Confirm, Dialog } from '../../components/Dialog.tsx'
import { SelectField, TextArea } from '../../components/forms/Form.tsx'
import { FormDialog } from '../../components/forms/FormDialog.tsx'
import { nameOf, useColleagues } from '../../components/people/colleagues.ts'
import { useRights, useUser } from '../../components/session.tsx'
import { assign, giveBack, type Place, renew } from '../../components/threads/cases.ts'
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
  const colleagues = useColleagues()
  const able = colleagues.filter(({ is_active, role }) => is_active && role !== 'viewer')
  const others = able.filter(({ id }) => id !== assigneeId)
  const [chosen, choose] = useState('')
  const found = able.find(({ id }) => id === chosen)
  const save = async () => {
    // A colleague's case is released first, so that it is never taken over by mistake.
    if (assigneeId && assigneeId !== me.id) await assign(place, null)
    await assign(place, chosen)
    await renew(place)
  }
  if (colleagues.length > 0 && others.length === 0) return <NobodyToAssign onClose={onClose} />
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

function NobodyToAssign({ onClose }: Pick<OneDialogProps, 'onClose'>) {
  const { isOwner } = useRights()
  return (
    <Dialog title={t('Assign this conversation?')} onClose={onClose}>
      <div class="stack">
        <p>{t('Nobody else in your organization can answer customers yet.')}</p>
        {isOwner ? (
          <div class="actions">
            <ButtonLink to="/people?new" kind="primary">
              {t('Invite a colleague')}
            </ButtonLink>
          </div>
        ) : (
          <p class="muted">{t('Ask an owner to invite a colleague.')}</p>
        )}
      </div>
    </Dialog>
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
          'What the agent should know from now on. It may tell the customer. It knows what you wrote to the customer. Shift and Enter begin a new line.',
        )}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
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
