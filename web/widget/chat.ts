import { ask, HANDED_OFF, placeOf, questionOf, type ToolPiece, type Way } from './api/ask.ts'
import { Failure } from './api/failure.ts'
import { type Asked, type Earlier, randomKey } from './api/memory.ts'
import type { Action, Attached, HumanMessage, Question, Reply } from './api/records.ts'
import type { Requests } from './api/requests.ts'
import type { Transfer } from './files/transfer.ts'
import type { Kit } from './kit.ts'
import { type Entry, entryOf, problemOf, questionAbove } from './messages/entries.ts'
import { type Desk, makeDesk } from './people/desk.ts'
import type { Message } from './people/live.ts'

/** The most messages that a reload shows. */
const MAX_RESUMED = 100
const MAX_EARLIER = 30
const MAX_TITLE = 100
/** Milliseconds after which words say that a reply takes longer. */
const SLOW_MS = 8_000
/** Errors of a decision that has come too late, or was made elsewhere. */
const DECIDED = ['decision_used', 'decision_expired', 'decision_changed']

/** A session in a known customer's list. */
interface Listed {
  id: string
  first_question: string | null
  created_at: string
}

/** The view, which the chat notifies of changes. */
export interface Screen {
  entry(entry: Entry): void
  all(): void
  /** Something else has changed, such as who answers. */
  status(): void
  /** Called when another session is shown. Files uploaded so far do not belong to it. */
  anew(): void
}

export interface Chat {
  entries: Entry[]
  desk: Desk
  isBusy(): boolean
  /**
   * Asks a question, or queues it until the running question is answered.
   * @param files uploaded for it
   */
  send(content: string, files?: Attached[]): void
  /** Uploads a file for the next question. @throws Failure */
  upload(file: File, signal: AbortSignal, onSent: (share: number) => void): Promise<Attached>
  /** The content of a file of a message. @throws Failure */
  fileOf(file: Attached): Promise<Blob>
  retry(entry: Entry): void
  /** Answers what the agent wants to do. Another reply then continues this one. */
  decide(entry: Entry, action: Action, decision: 'approve' | 'deny'): void
  rate(entry: Entry, rating: number): void
  /** Says what was wrong with a reply that was rated. */
  explain(entry: Entry, comment: string): void
  /** Ends the reply that is being written, and keeps its text so far. */
  cancel(): void
  /** Shows the earlier messages of this tab. */
  resume(): Promise<void>
  /**
   * Reads everything again, after the browser restored the page: other pages may have continued the
   * chat.
   */
  reload(): Promise<void>
  /** Leaves the session. The next question opens a new session. Until then, `undo` goes back. */
  restart(): void
  undo?: (() => void) | undefined
  /** Cancels the running question and forgets the session. */
  forget(): void
  /** The sessions that the visitor has left, the newest first. */
  earlier(): Promise<Earlier[]>
  hasEarlier(): boolean
  /** Goes back to a session. */
  goTo(chosen: Earlier): Promise<void>
  /** Takes over the changes of another tab. */
  onShared(): void
  /** Shows the last chat of a visitor who has just become a known customer. */
  onIdentified(): Promise<void>
  stop(): void
}

export interface ChatKit
  extends Pick<Kit, 'embed' | 'keeper' | 'configure' | 'locale' | 'emit' | 'fail' | 'onMessage'> {
  server: Requests
  transfer: Transfer
}

export function makeChat(kit: ChatKit, screen: Screen): Chat {
  const { embed, keeper, server, transfer, configure, locale, emit, fail, onMessage } = kit
  const entries: Entry[] = []
  const waiting: [content: string, files: Attached[]][] = []
  /** The contents of files that were uploaded here, by their ids. */
  const ownFiles = new Map<string, Blob>()
  /** Questions that were sent again after a failed reply, and are shown already. */
  const askedAgain: string[] = []
  const way: Way = { streams: true }
  let running: Entry | undefined
  let isStopping = false
  let resuming: Promise<void> | undefined
  /** The session whose messages are shown. Another tab may switch to another session. */
  let shown: string | undefined
  let controller = new AbortController()

  const add = (entry: Entry, at = entries.length): Entry => {
    entries.splice(at, 0, entry)
    screen.entry(entry)
    return entry
  }

  const remember = (asked?: Asked) => {
    if (asked) keeper.memory.asked = asked
    else delete keeper.memory.asked
    keeper.save()
  }

  /** Forgets a question that has its reply, unless another tab has asked the next question. */
  const settle = ({ key }: Asked) => {
    if (keeper.memory.asked?.key === key) remember()
  }

  /** @param key an idempotency key: repeated calls with it get the same session */
  async function enter(key: string, signal: AbortSignal): Promise<string> {
    let { session } = keeper.memory
    if (!session) {
      const agent_id = embed.assistantId ?? (await configure()).agent_id
      if (!agent_id) throw new Failure('agent_missing')
      // Leaves out the query, which may identify the visitor.
      const metadata = {
        instance_id: embed.instanceId,
        page: (location.origin + location.pathname).slice(0, 500),
      }
      const body = { agent_id, locale: locale(), metadata }
      const { data } = await server.send<{ id: string }>('sessions', { body, key }, signal)
      if (signal.aborted) throw new Failure('aborted')
      session = data.id
      keeper.memory.session = session
      shown = session
      keeper.save()
      emit('session', { id: session })
      desk.watch()
    }
    return session
  }

  const desk = makeDesk({
    keeper,
    server,
    fail,
    arrive,
    enter: () => enter(randomKey(), controller.signal),
    onChange: () => screen.status(),
  })

  /** Asks a question and follows its reply to the end. */
  async function run(entry: Entry): Promise<void> {
    const { signal } = controller
    const asked = entry.asked!
    running = entry
    isStopping = false
    entry.state = 'waiting'
    delete entry.problem
    delete entry.tool
    delete entry.isSlow
    entry.content = ''
    remember(asked)
    screen.entry(entry)
    const slow = setTimeout(() => {
      entry.isSlow = true
      if (entry.state === 'waiting') screen.entry(entry)
    }, SLOW_MS)
    try {
      const watch = {
        accepted() {
          remember(asked)
          if (isStopping) endReply(asked)
        },
        text(text: string) {
          entry.state = text ? 'streaming' : 'waiting'
          entry.content = text
          screen.entry(entry)
        },
        tool({ call_id, title, state }: ToolPiece) {
          entry.tool = state ? undefined : title
          screen.entry(entry)
          if (state) setState(call_id, state)
        },
      }
      const findPath = async () => `sessions/${await enter(asked.key, signal)}/messages`
      const reply = await ask(server, findPath, asked, way, watch, signal)
      settle(asked)
      if (reply.id === asked.decides?.message_id) remove(entry)
      else Object.assign(entry, { reply, content: reply.content ?? '', state: 'done' })
      onMessage(reply.id)
      emit('reply', reply)
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof Failure && error.code === HANDED_OFF) {
        // The question is stored, and a person answers it.
        settle(asked)
        desk.onHandedOff()
        remove(entry)
      } else if (asked.decides && error instanceof Failure && DECIDED.includes(error.code)) {
        // The card then shows what has become of it.
        settle(asked)
        remove(entry)
      } else failed(entry, asked, fail(error))
    } finally {
      clearTimeout(slow)
    }
    running = undefined
    if (entries.includes(entry)) screen.entry(entry)
    reread(asked.decides?.message_id)
    const next = waiting.shift()
    if (next) begin(...next)
  }

  function remove(entry: Entry): void {
    entries.splice(entries.indexOf(entry), 1)
    screen.all()
  }

  /** Shows how far a call is that the visitor has decided. */
  function setState(callId: string, state: Action['state']): void {
    for (const entry of entries)
      for (const action of entry.reply?.actions ?? [])
        if (action.call_id === callId) {
          action.state = state
          screen.entry(entry)
        }
  }

  /** Reads a reply again whose actions have changed. */
  async function reread(id: string | null | undefined): Promise<void> {
    const entry = entries.find(({ reply }) => id && reply?.id === id)
    if (!entry) return
    const path = `sessions/${keeper.memory.session}/messages/${id}`
    try {
      entry.reply = (await server.send<Reply>(path, {}, controller.signal)).data
      screen.entry(entry)
    } catch {
      // The next reload shows it.
    }
  }

  /** Asks the server to end a reply, whose record then says that it was cancelled. */
  function endReply({ replyId }: Asked): void {
    const path = `sessions/${keeper.memory.session}/messages/${replyId}`
    // If the reply has just been completed, this fails and the reply is shown.
    server.send(path, { method: 'DELETE' }, controller.signal).catch(() => {})
  }

  function failed(
    entry: Entry,
    { content, replyId }: Asked,
    { code, isFinal, seconds }: Failure,
  ): void {
    entry.state = 'failed'
    entry.code = code
    entry.problem = problemOf(code)
    if (replyId) entry.id = replyId
    if (seconds) entry.until = Date.now() + seconds * 1000
    else delete entry.until
    // The files were sent with the first question, or were refused.
    if (isFinal || entry.problem === 'session_ended' || code === 'validation_failed') {
      settle(entry.asked!)
      entry.asked = { content, key: randomKey() }
      if (entry.problem !== 'stopped') entry.content = ''
    }
  }

  function begin(content: string, files: Attached[] = []): void {
    delete chat.undo
    desk.isReturned = false
    const { memory } = keeper
    // An upload may have opened the session already.
    if (!memory.session || !memory.title) {
      memory.title = content.slice(0, MAX_TITLE)
      memory.at = Date.now()
    }
    add({ role: 'user', content, files, state: 'done' })
    const asked: Asked = { content, key: randomKey() }
    if (files.length) asked.attachments = files.map(({ id }) => id)
    const entry = add({ role: 'assistant', content: '', state: 'waiting', asked })
    emit('message', { content })
    run(entry)
  }

  function clear(): void {
    screen.anew()
    controller.abort()
    controller = new AbortController()
    running = undefined
    resuming = undefined
    waiting.length = 0
    askedAgain.length = 0
    entries.length = 0
  }

  const left = () => (Array.isArray(keeper.memory.earlier) ? keeper.memory.earlier : [])

  /** The sessions of a known customer, on all devices. */
  async function history(): Promise<Earlier[]> {
    const agent_id = embed.assistantId ?? (await configure()).agent_id
    const path = `sessions?limit=${MAX_EARLIER}${agent_id ? `&agent_id=${agent_id}` : ''}`
    const { data } = await server.send<Listed[]>(path, {}, controller.signal)
    return data
      .filter(({ first_question }) => first_question)
      .map(({ id, first_question, created_at }) => ({
        id,
        title: first_question!.slice(0, MAX_TITLE),
        at: Date.parse(created_at),
      }))
  }

  /** @param isKept whether the visitor can go back to the session */
  function leave(isKept = false): void {
    clear()
    shown = undefined
    const { memory } = keeper
    const { session: id, title = '', at = 0 } = memory
    if (isKept && id) memory.earlier = [{ id, title, at }, ...left()].slice(0, MAX_EARLIER)
    for (const name of ['session', 'ratings', 'title', 'at', 'isWithPeople', 'email'] as const)
      delete memory[name]
    remember()
    desk.watch()
  }

  /** Shows the earlier messages, and joins a reply that is on its way. */
  async function resume(): Promise<void> {
    const { signal } = controller
    const { session, asked, ratings = {} } = keeper.memory
    if (running || entries.length || !(session || asked)) return
    shown = session
    if (!session) return begin(asked!.content)
    const path = `sessions/${session}/messages`
    try {
      // The page may have gone away while sending the question. The same key keeps it from being
      // asked twice.
      if (asked && !asked.replyId)
        await server
          .send(
            placeOf(path, asked),
            { body: questionOf(asked), key: asked.key, isBrief: true },
            signal,
          )
          .catch((error) => {
            if (!error.isFinal) throw error
          })
      const page = await server.send<(Question | Reply | HumanMessage)[]>(
        `${path}?order=desc&limit=${MAX_RESUMED}`,
        {},
        signal,
      )
      if (signal.aborted || running || entries.length) return
      for (const message of page.data.reverse())
        if (message.role !== 'assistant' || message.error?.code !== HANDED_OFF)
          entries.push(entryOf(message, entries, ratings))
      remember()
    } catch (error) {
      if (signal.aborted) return
      const { code } = fail(error)
      if (code === 'not_found') leave()
      else if (asked && !entries.length)
        entries.push(
          { role: 'user', content: asked.content, state: 'done' },
          { role: 'assistant', content: '', state: 'failed', problem: 'failed', code, asked },
        )
    }
    screen.all()
    const last = entries[entries.length - 1]
    if (last?.state === 'waiting') run(last)
    desk.watch()
  }

  /** Shows a message of a person, or a message from another device or tab of the visitor. */
  function arrive(message: Message): void {
    const session = shown
    // A message that is shown first would keep the earlier messages from being loaded.
    if (resuming) return void resuming.then(() => session === shown && arrive(message))
    const { id } = message
    if (entries.some(({ id: own, reply, asked }) => [own, reply?.id, asked?.replyId].includes(id)))
      return
    if (message.role === 'user') {
      const own = entries.find(
        (entry) => entry.role === 'user' && !entry.id && entry.content === message.content,
      )
      if (own) {
        own.id = id
        return
      }
      const at = askedAgain.indexOf(message.content)
      if (at >= 0) {
        askedAgain.splice(at, 1)
        return
      }
    } else if (message.role === 'assistant') {
      if (message.error?.code === HANDED_OFF) return
      // This may be the reply that this tab waits for. `run` shows that reply.
      if (running && !running.asked!.replyId) return
    }
    // Messages arrive in order, so the visitor's own message without an id yet is later than this
    // one.
    const later = entries.findIndex((entry) => entry.role === 'user' && !entry.id)
    add(entryOf(message, entries, keeper.memory.ratings ?? {}), later < 0 ? undefined : later)
    if (message.role === 'assistant') reread(message.continues)
    if (message.role !== 'user') onMessage(id)
    if (message.role === 'human_agent') emit('person', message)
  }

  const chat: Chat = {
    entries,
    desk,
    isBusy: () => running !== undefined,
    send(given, files = []) {
      // The API refuses NUL and half surrogate pairs, which cutting a text may leave.
      const content = new TextDecoder()
        .decode(new TextEncoder().encode(given))
        .replace(/\0/g, '')
        .trim()
      if (!content) return
      if (running) waiting.push([content, files])
      else begin(content, files)
    },
    async upload(file, signal, onSent) {
      const session = await enter(randomKey(), controller.signal)
      const attached = await transfer.upload(
        `sessions/${session}/attachments`,
        file,
        signal,
        onSent,
      )
      ownFiles.set(attached.id, file)
      return attached
    },
    fileOf: async ({ id }) =>
      ownFiles.get(id) ?? transfer.download(`sessions/${keeper.memory.session}/attachments/${id}`),
    retry(entry) {
      if (running) return
      if (entry.problem === 'session_ended') {
        leave()
        screen.all()
        begin(entry.asked!.content)
      } else {
        askedAgain.push(entry.asked!.content)
        run(entry)
      }
    },
    decide(entry, { call_id, digest }, decision) {
      if (running) return
      const decides = { message_id: entry.reply!.id, call_id, digest: digest!, decision }
      const asked = { content: questionAbove(entries), key: randomKey(), decides }
      setState(call_id, decision === 'approve' ? 'approved' : 'denied')
      run(add({ role: 'assistant', content: '', state: 'waiting', asked }))
    },
    async rate(entry, rating) {
      const { signal } = controller
      const message_id = entry.reply!.id
      const before = entry.rating
      if (before === rating) return
      const show = (shown: number | undefined) => {
        entry.rating = shown
        screen.entry(entry)
      }
      show(rating)
      try {
        const body = { reviewer: 'visitor', rating, message_id }
        await server.send(
          `sessions/${keeper.memory.session}/feedback`,
          { body, key: randomKey() },
          signal,
        )
        keeper.memory.ratings = { ...keeper.memory.ratings, [message_id]: rating }
        keeper.save()
      } catch (error) {
        if (signal.aborted) return
        fail(error)
        show(before)
      }
    },
    async explain(entry, comment) {
      const { signal } = controller
      const { id: message_id } = entry.reply!
      try {
        const body = { reviewer: 'visitor', rating: entry.rating, message_id, comment }
        await server.send(
          `sessions/${keeper.memory.session}/feedback`,
          { body, key: randomKey() },
          signal,
        )
        entry.isExplained = true
        screen.entry(entry)
      } catch (error) {
        if (!signal.aborted) fail(error)
      }
    },
    cancel() {
      if (!running || isStopping) return
      isStopping = true
      if (running.asked!.replyId) endReply(running.asked!)
    },
    resume() {
      const own = resuming ?? resume()
      resuming = own
      return own.finally(() => {
        if (resuming === own) resuming = undefined
      })
    },
    reload() {
      clear()
      shown = keeper.memory.session
      screen.all()
      return chat.resume()
    },
    restart() {
      const { memory } = keeper
      const { session, asked, ratings, title, at, isWithPeople, email } = memory
      const before = memory.earlier
      leave(true)
      chat.undo = () => {
        const left = { session, asked, ratings, title, at, isWithPeople, email }
        Object.assign(keeper.memory, { ...left, earlier: before })
        keeper.save()
        delete chat.undo
        chat.reload()
      }
      screen.all()
    },
    hasEarlier: () => left().length > 0 || Boolean(keeper.memory.identified),
    async earlier() {
      const { identified, session } = keeper.memory
      if (!identified) return left()
      try {
        return (await history()).filter(({ id }) => id !== session)
      } catch (error) {
        fail(error)
        return left()
      }
    },
    async onIdentified() {
      const { memory } = keeper
      try {
        const [last] = memory.session ? [] : await history()
        if (last && !memory.session && !running) {
          Object.assign(memory, { session: last.id, title: last.title, at: last.at })
          keeper.save()
        }
      } catch (error) {
        fail(error)
      }
      if (!running) await chat.reload()
      screen.status()
    },
    goTo(chosen) {
      leave(true)
      delete chat.undo
      const { id: session, title, at } = chosen
      const others = left().filter(({ id }) => id !== session)
      Object.assign(keeper.memory, { session, title, at, earlier: others })
      keeper.save()
      return chat.reload()
    },
    onShared() {
      const { session, asked } = keeper.memory
      // The other tab is still opening the session, or sending the question.
      if (asked && !asked.replyId) return
      if (session !== shown || (asked?.decides && !running)) {
        chat.reload()
        return
      }
      const isKnown = entries.some(
        ({ asked: own, reply }) =>
          own?.key === asked?.key || (reply?.id ?? own?.replyId) === asked?.replyId,
      )
      if (!asked || running || isKnown) return
      // The session's stream may have brought the question already.
      const last = entries[entries.length - 1]
      if (last?.role !== 'user' || last.content !== asked.content)
        add({ role: 'user', content: asked.content, state: 'done' })
      run(add({ role: 'assistant', content: '', state: 'waiting', asked }))
    },
    forget() {
      leave()
      delete chat.undo
      screen.all()
    },
    stop() {
      controller.abort()
      desk.stop()
    },
  }
  return chat
}
