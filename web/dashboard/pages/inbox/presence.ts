import { useEffect, useRef, useState } from 'preact/hooks'
import type { Place } from '../../components/threads/cases.ts'
import { api, dataOf } from '../../lib/api.ts'
import { type Presence, usePresenceEvents } from '../../lib/live/threads.ts'
import { t } from '../../lib/texts.tsx'

/**
 * Milliseconds between two signals that a user types. Presence is dropped if no further signal
 * comes.
 */
const TYPING_MS = 3_000
const FORGET_TYPING_MS = 6_000
/** Milliseconds between two signals that a user looks at a thread. */
const VIEWING_MS = 20_000
const FORGET_VIEWING_MS = 45_000

interface Present extends Pick<Presence, 'role' | 'name' | 'user_id'> {
  typingUntil: number
  viewingUntil: number
}
/** The users and customers who type or look, by thread, then by person. */
export type Presences = ReadonlyMap<string, ReadonlyMap<string, Present>>

/** Follows presence in all threads, and drops it if no further signal comes. */
export function usePresences(): Presences {
  const [presences, setPresences] = useState<Presences>(new Map())
  const isEmpty = presences.size === 0
  usePresenceEvents((event) => setPresences((before) => withEvent(before, event, Date.now())))
  useEffect(() => {
    if (isEmpty) return
    const timer = setInterval(() => setPresences((before) => withoutOld(before, Date.now())), 1_000)
    return () => clearInterval(timer)
  }, [isEmpty])
  return presences
}

function withEvent(before: Presences, event: Presence, now: number): Presences {
  const { thread_id, role, name, user_id, state } = event
  const people = new Map(before.get(thread_id))
  const key = user_id ?? role
  if (state === 'away') people.delete(key)
  else
    people.set(key, {
      role,
      name,
      user_id,
      typingUntil: state === 'typing' ? now + FORGET_TYPING_MS : 0,
      viewingUntil: now + (role === 'customer' ? FORGET_TYPING_MS : FORGET_VIEWING_MS),
    })
  return new Map(before).set(thread_id, people)
}

function withoutOld(before: Presences, now: number): Presences {
  const threads = [...before].map(([thread, people]) => {
    const left = [...people].filter(
      ([, present]) => Math.max(present.typingUntil, present.viewingUntil) > now,
    )
    return [thread, new Map(left)] as const
  })
  return new Map(threads.filter(([, people]) => people.size > 0))
}

/**
 * Says who types or looks in a thread; '' for nobody.
 * @param customer the customer's name
 * @param nameOf names a colleague who has given no name
 */
export function describePresence(
  presences: Presences,
  threadId: string,
  customer: string,
  nameOf: (userId: string) => string,
): string {
  const now = Date.now()
  return [...(presences.get(threadId)?.values() ?? [])]
    .flatMap(({ role, name, user_id, typingUntil, viewingUntil }) => {
      const colleague = name ?? (user_id ? nameOf(user_id) : t('A colleague'))
      const who = role === 'customer' ? customer : colleague
      if (typingUntil > now) return [t('{name} is typing …', { name: who })]
      return role === 'human_agent' && viewingUntil > now
        ? [t('{name} is looking at it', { name: who })]
        : []
    })
    .join(' · ')
}

/** Sends a presence signal. A lost signal does no harm, because another follows. */
function announce({ id, kind }: Place, state: Presence['state']): void {
  const body = { state }
  const sent =
    kind === 'session'
      ? dataOf(
          api.POST('/api/v1/sessions/{session_id}/presence', {
            params: { path: { session_id: id } },
            body,
          }),
        )
      : dataOf(
          api.POST('/api/v1/conversations/{conversation_id}/presence', {
            params: { path: { conversation_id: id } },
            body,
          }),
        )
  sent.catch(() => undefined)
}

/**
 * Signals to colleagues that the user looks at a thread while the page is in view, and to the
 * customer as well that the user types.
 * @param reply the draft of the reply to the customer
 */
export function useAnnounce(place: Place, reply: string, isOn: boolean): void {
  const { id } = place
  const typingSent = useRef(0)
  useEffect(() => {
    if (!isOn) return
    const isSeen = () => document.visibilityState === 'visible'
    const look = () =>
      isSeen() && Date.now() - typingSent.current > TYPING_MS && announce(place, 'viewing')
    const change = () => announce(place, isSeen() ? 'viewing' : 'away')
    look()
    const timer = setInterval(look, VIEWING_MS)
    document.addEventListener('visibilitychange', change)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', change)
      announce(place, 'away')
    }
  }, [id, isOn])
  const before = useRef(reply)
  useEffect(() => {
    const isChanged = before.current !== reply
    before.current = reply
    if (!isOn || !isChanged) return
    if (!reply) {
      // The draft was sent or emptied.
      if (typingSent.current) announce(place, 'viewing')
      typingSent.current = 0
    } else if (Date.now() - typingSent.current >= TYPING_MS) {
      typingSent.current = Date.now()
      announce(place, 'typing')
    }
  }, [reply])
}
