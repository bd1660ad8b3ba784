import type { Failure } from '../api/failure.ts'
import { type Keeper, randomKey } from '../api/memory.ts'
import type { Requests } from '../api/requests.ts'
import type { Texts } from '../locales.ts'
import { problemOf } from '../messages/entries.ts'
import { follow, type Handoff, type Message, type Presence } from './live.ts'

/** Milliseconds between two signals that the visitor is typing. */
const SIGNAL_MS = 3_000
/** Milliseconds after the last signal when a person counts as no longer typing. */
const TYPING_MS = 6_000

export interface DeskOptions {
  keeper: Keeper
  server: Requests
  /** Returns the session's id, and opens a session if none exists. */
  enter(): Promise<string>
  arrive(message: Message): void
  fail(error: unknown): Failure
  onChange(): void
}

/** The people who may answer instead of the agent. */
export interface Desk {
  /** Who answers; undefined: not known, so the agent. */
  state: Handoff | undefined
  /** Whether the agent has got the session back, until the visitor writes again. */
  isReturned: boolean
  /** The name of a person who is writing; '' if it is not known. */
  typist: string | undefined
  /** Whether the visitor is asking for a person. */
  isBusy: boolean
  /** The text that says why the visitor's last request failed. */
  problem: keyof Texts | undefined
  /** Repeats the failed request, if that may help. */
  again: (() => void) | undefined
  hasPeople(): boolean
  /** Asks for a person. */
  call(): Promise<void>
  /** Leaves an address for an answer by mail. */
  leaveEmail(email: string): Promise<void>
  /**
   * Asks for the transcript by mail.
   * @param code the code from the mail, which proves the address
   * @returns what happens next, or the text that says what went wrong
   */
  mailTranscript(code?: string): Promise<'code_sent' | 'on_its_way' | 'limit_reached' | 'failed'>
  /** Signals that the visitor is typing. */
  sendTyping(): void
  /**
   * Follows the session while its events are needed.
   * @param isOpen whether the chat is open
   */
  watch(isOpen?: boolean): void
  /** Called when the answer to a question says that people have the session. */
  onHandedOff(): void
  stop(): void
}

export function makeDesk({ keeper, server, enter, arrive, fail, onChange }: DeskOptions): Desk {
  let isOpen = false
  let followed: string | undefined
  const life = new AbortController()
  let controller = new AbortController()
  let signalled = 0
  let quiet: ReturnType<typeof setTimeout> | undefined

  function keep(isWithPeople: boolean): void {
    if (Boolean(keeper.memory.isWithPeople) === isWithPeople) return
    keeper.memory.isWithPeople = isWithPeople
    keeper.save()
  }

  function hearHandoff(state: Handoff): void {
    const had = desk.hasPeople()
    desk.state = state
    if (desk.hasPeople() && !had) failed()
    if (had && !desk.hasPeople()) desk.isReturned = true
    if (!desk.hasPeople()) setTypist(undefined)
    keep(desk.hasPeople())
    onChange()
  }

  function setTypist(name: string | undefined): void {
    clearTimeout(quiet)
    desk.typist = name
    if (name !== undefined) quiet = setTimeout(() => setTypist(undefined), TYPING_MS)
    onChange()
  }

  const hear = {
    message(message: Message) {
      keeper.save()
      if (message.role === 'human_agent') setTypist(undefined)
      arrive(message)
    },
    handoff: hearHandoff,
    presence({ role, state, name }: Presence) {
      if (role === 'human_agent') setTypist(state === 'typing' ? (name ?? '') : undefined)
    },
  }

  /** @param failure undefined: nothing has failed */
  function failed(failure?: Failure, again?: () => void): void {
    desk.problem = failure && problemOf(failure.code)
    desk.again = desk.problem === 'session_ended' ? undefined : again
  }

  function end(): void {
    controller.abort()
    followed = undefined
  }

  const desk: Desk = {
    state: undefined,
    isReturned: false,
    typist: undefined,
    isBusy: false,
    problem: undefined,
    again: undefined,
    hasPeople: () => desk.state?.handled_by === 'human',
    async call() {
      if (desk.isBusy || desk.hasPeople()) return
      desk.isBusy = true
      failed()
      onChange()
      try {
        const session = await enter()
        const body = { reason: 'customer_request' }
        await server.send(`sessions/${session}/handoff`, { body, key: randomKey() }, life.signal)
        desk.onHandedOff()
      } catch (error) {
        if (life.signal.aborted) return
        failed(fail(error), desk.call)
      }
      desk.isBusy = false
      onChange()
    },
    async leaveEmail(email) {
      const path = `sessions/${keeper.memory.session}/contact`
      try {
        await server.send(path, { method: 'PUT', body: { email } }, life.signal)
        failed()
        keeper.memory.email = email
        keeper.save()
      } catch (error) {
        if (life.signal.aborted) return
        failed(fail(error), () => desk.leaveEmail(email))
      }
      onChange()
    },
    async mailTranscript(code) {
      try {
        const path = `sessions/${keeper.memory.session}/transcript`
        const { data } = await server.send<{ state: 'code_sent' | 'on_its_way' }>(
          path,
          { body: { code } },
          life.signal,
        )
        return data.state
      } catch (error) {
        return fail(error).code === 'rate_limited' ? 'limit_reached' : 'failed'
      }
    },
    sendTyping() {
      if (!desk.hasPeople() || Date.now() - signalled < SIGNAL_MS) return
      signalled = Date.now()
      const path = `sessions/${keeper.memory.session}/presence`
      server.send(path, { body: { state: 'typing' } }, controller.signal).catch(() => {})
    },
    watch(nowOpen = isOpen) {
      isOpen = nowOpen
      const { session, isWithPeople } = keeper.memory
      const wanted = isOpen || isWithPeople ? session : undefined
      if (wanted === followed) return
      const isOther = session !== followed
      end()
      if (isOther) {
        desk.state = undefined
        desk.isReturned = false
        failed()
        setTypist(undefined)
      }
      if (!wanted) return
      followed = wanted
      controller = new AbortController()
      let { place } = keeper.memory
      if (place?.session !== wanted) place = { session: wanted, cursor: '0' }
      keeper.memory.place = place
      follow(server, place, hear, controller.signal)
    },
    onHandedOff() {
      if (!desk.hasPeople()) hearHandoff({ handled_by: 'human', assignee: null })
      desk.watch()
    },
    stop() {
      life.abort()
      end()
      clearTimeout(quiet)
    },
  }
  return desk
}
