import { Hand, Inbox } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { useLocation } from 'wouter-preact'
import type { Schemas } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'
import { Button, ButtonLink } from '../Button.tsx'
import { Notice } from '../Notice.tsx'
import { useRights, useUser } from '../session.tsx'
import { renew, takeOver } from '../threads/cases.ts'
import { isOpen } from '../threads/threads.ts'

/**
 * Takes a conversation from its agent, and opens it in the inbox. If people have it already, links
 * to the inbox.
 */
export function TakeOver({ thread }: { thread: Schemas['Thread'] }) {
  const { mayAnswer } = useRights()
  const { id } = useUser()
  const [, go] = useLocation()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  if (!isOpen(thread)) return null
  if (thread.handled_by === 'human')
    return (
      <ButtonLink to={`/inbox/${thread.id}?filter=all`} icon={Inbox}>
        {t('Open in the inbox')}
      </ButtonLink>
    )
  const take = async () => {
    setBusy(true)
    try {
      await takeOver(thread, id)
      await renew(thread)
      go(`/inbox/${thread.id}?filter=mine`)
    } catch (error) {
      setProblem((error as Error).message)
      await renew(thread).catch(() => undefined)
      setBusy(false)
    }
  }
  return (
    <>
      {problem && <Notice kind="bad">{problem}</Notice>}
      {mayAnswer && (
        <Button icon={Hand} busy={busy} onClick={take}>
          {t('Take over')}
        </Button>
      )}
    </>
  )
}
