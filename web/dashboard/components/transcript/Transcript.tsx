import { PanelRight } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { type MutableRef, useState } from 'preact/hooks'
import type { Schemas } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'
import { Button } from '../Button.tsx'
import { OUTCOME, STATUS } from '../threads/threads.ts'
import { Facts } from './Facts.tsx'
import { Messages } from './Messages.tsx'
import { TakeOver } from './TakeOver.tsx'
import { ThreadActions } from './ThreadActions.tsx'
import { ThreadHeading, ThreadPane } from './ThreadPane.tsx'

interface TranscriptProps {
  id: string
  /** The address of the list, with its filters. */
  list: string
  /** The search term, which is marked in the messages. */
  found: string | undefined
  /** The message at which the transcript opens. */
  messageId: string | undefined
  /** Set when the reader opened the transcript, which then takes the focus. */
  isOpened: MutableRef<boolean>
}

/** From this width on, the facts fit beside the messages. */
const HAS_ROOM = '(min-width: 100rem)'

export const Transcript = ({ id, ...props }: TranscriptProps) => (
  <ThreadPane
    id={id}
    list={props.list}
    listName={t('Conversations')}
    goToList={t('Go to conversations')}
  >
    {(thread, failed) => (
      <Open thread={thread} {...props}>
        {failed}
      </Open>
    )}
  </ThreadPane>
)

interface OpenProps extends Omit<TranscriptProps, 'id'> {
  thread: Schemas['Thread']
  children: ComponentChildren
}

function Open({ thread, list, found, messageId, isOpened, children }: OpenProps) {
  const [hasFacts, showFacts] = useState(() => matchMedia(HAS_ROOM).matches)
  const { outcome, status, agent_name } = thread
  const about = [agent_name, STATUS[status].name, outcome && OUTCOME[outcome].name]
  return (
    <>
      <header class="transcript-head">
        <ThreadHeading thread={thread} about={about} isOpened={isOpened} />
        <div class="row">
          <Button icon={PanelRight} aria-expanded={hasFacts} onClick={() => showFacts(!hasFacts)}>
            {t('Details')}
          </Button>
          <TakeOver thread={thread} />
          <ThreadActions thread={thread} list={list} />
        </div>
      </header>
      {children}
      <div class={`transcript-body${hasFacts ? ' has-facts' : ''}`}>
        <Messages thread={thread} found={found} messageId={messageId} />
        {hasFacts && <Facts thread={thread} />}
      </div>
    </>
  )
}
