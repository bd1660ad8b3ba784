import { useEffect, useRef, useState } from 'preact/hooks'
import { useUser } from '../../../components/session.tsx'
import { isOpen } from '../../../components/threads/threads.ts'
import type { Schemas } from '../../../lib/api.ts'
import { t } from '../../../lib/texts.tsx'
import type { Asked } from '../Dialogs.tsx'
import { useKeys } from '../keys.ts'
import { useAnnounce } from '../presence.ts'
import type { TakeState } from '../taking.ts'
import type { Mode, Panel } from './Composer.tsx'
import { useDraft } from './drafts.ts'
import { type Attached, useFiles } from './files.ts'
import { useOutbox } from './outbox.ts'

type Thread = Schemas['Thread']

/** Returns why the user may not write to the customer; undefined: they may. */
function refusalOf(thread: Thread, { state, assignee }: TakeState): string | undefined {
  if (!isOpen(thread)) return t('The conversation is closed and takes no more messages.')
  if (state === 'agent')
    return t('The agent answers here. Take over the conversation to write to the customer.')
  return state === 'other' ? t('{name} answers here.', { name: assignee! }) : undefined
}

/** Keeps the draft, the open dialog and the keys of a case. */
export function useWriting(thread: Thread, taking: TakeState, mayAnswer: boolean) {
  const { id } = thread
  const me = useUser()
  const outbox = useOutbox(me.id, thread)
  const chosen = useFiles(thread)
  const [mode, setMode] = useState<Mode>('reply')
  const [panel, setPanel] = useState<Panel>()
  const [asked, ask] = useState<Asked>()
  const field = useRef<HTMLTextAreaElement>(null)
  const refusal = refusalOf(thread, taking)
  const canReply = refusal === undefined
  const drafts = {
    reply: useDraft(`${me.id}:${id}:reply`),
    note: useDraft(`${me.id}:${id}:note`),
  }
  // A colleague may take the chat while the user writes. The reply then stays in the field, where
  // it can be read and copied, and goes on once the user has the chat again.
  const isHeld = !canReply && drafts.reply[0] !== ''
  const shown = canReply || isHeld ? mode : 'note'
  useEffect(() => {
    if (canReply && drafts.reply[0] && !drafts.note[0]) setMode('reply')
  }, [canReply])
  const [text, setText] = drafts[shown]
  useAnnounce(thread, canReply && shown === 'reply' ? text : '', mayAnswer)
  const write = (next: Mode, content?: string) => {
    setMode(next)
    if (content) drafts[next][1](content)
    field.current?.focus()
  }
  const isHere = mayAnswer && isOpen(thread)
  const hasIt = isHere && taking.state !== 'agent'
  useKeys({
    t: isHere && taking.state !== 'mine' ? taking.take : undefined,
    a: hasIt ? () => ask('assign') : undefined,
    b: hasIt ? () => ask('return') : undefined,
    x: isHere ? () => ask('close') : undefined,
    r: canReply ? () => write('reply') : undefined,
    n: mayAnswer ? () => write('note') : undefined,
    s: canReply ? () => setPanel('suggestion') : undefined,
    '/': mayAnswer ? () => setPanel('saved') : undefined,
  })
  // A message that is being sent stays in view, with its error if it fails.
  useEffect(() => {
    const end = document.querySelector('.case .transcript > .outgoing:last-child')
    if (outbox.outgoing.length) end?.scrollIntoView({ block: 'end' })
  }, [outbox.outgoing.length, outbox.outgoing[0]?.problem])
  return {
    outbox,
    asked,
    ask,
    write,
    composer: {
      mode: shown,
      onMode: write,
      panel,
      onPanel: setPanel,
      text,
      onText: setText,
      field,
      chosen: thread.allow_attachments ? chosen : undefined,
      refusal,
      held: isHeld
        ? {
            // Nobody can take a closed conversation.
            take: isHere ? taking.take : undefined,
            isTaking: taking.isBusy,
            from: taking.state === 'other' ? taking.assignee : undefined,
          }
        : undefined,
      onSend(content: string, files: readonly Attached[]) {
        outbox.send(content, shown === 'note' ? 'internal' : 'public', files)
        setText('')
      },
    },
  }
}
