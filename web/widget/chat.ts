import { ask, HANDED_OFF, type Way } from './api/ask.ts'
import { type Asked, type Keeper, randomKey } from './api/memory.ts'
import type { Configuration, HumanMessage, Question, Reply } from './api/records.ts'
import { Failure, type Server } from './api/server.ts'
import type { Embed } from './embed.ts'
import { type Entry, entryOf, PROBLEMS } from './messages/entries.ts'

/** The most messages that a reload shows. */
const MAX_RESUMED = 100

export interface Events {
  ready: object
  open: object
  close: object
  message: { content: string }
  reply: Reply
  error: { code: string; detail: string }
  session: { id: string }
}

export type Emit = <Name extends keyof Events>(name: Name, detail: Events[Name]) => void

/** The view, which the chat notifies of changes. */
export interface Screen {
  entry(entry: Entry): void
  all(): void
}

export interface Chat {
  entries: Entry[]
  isBusy(): boolean
  /** Asks a question, or queues it until the running one is answered. */
  send(content: string): void
  retry(entry: Entry): void
  rate(entry: Entry, rating: number): void
  /** Shows the earlier messages of this tab. */
  resume(): Promise<void>
  /** Reads everything again, after the browser restored the page: other pages may have continued the chat. */
  reload(): Promise<void>
  /** Cancels the running question and clears the chat. The next question opens another session. */
  restart(): void
  stop(): void
}

export function makeChat(
  embed: Embed,
  keeper: Keeper,
  server: Server,
  configure: () => Promise<Partial<Configuration>>,
  locale: () => string,
  emit: Emit,
  fail: (error: unknown) => Failure,
  screen: Screen,
): Chat {
  const entries: Entry[] = []
  const waiting: string[] = []
  const way: Way = { streams: true }
  let running: Entry | undefined
  let controller = new AbortController()

  const add = (entry: Entry): Entry => {
    entries.push(entry)
    screen.entry(entry)
    return entry
  }

  const remember = (asked?: Asked) => {
    if (asked) keeper.memory.asked = asked
    else delete keeper.memory.asked
    keeper.save()
  }

  /** @param key an idempotency key: repeated calls with it get the same session */
  async function sessionPath(key: string, signal: AbortSignal): Promise<string> {
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
      keeper.save()
      emit('session', { id: session })
    }
    return `sessions/${session}/messages`
  }

  /** Asks one question and follows its reply to the end. */
  async function run(entry: Entry): Promise<void> {
    const { signal } = controller
    const asked = entry.asked!
    running = entry
    entry.state = 'waiting'
    delete entry.problem
    entry.content = ''
    remember(asked)
    screen.entry(entry)
    try {
      const watch = {
        accepted: () => remember(asked),
        text(text: string) {
          entry.state = text ? 'streaming' : 'waiting'
          entry.content = text
          screen.entry(entry)
        },
      }
      const findPath = () => sessionPath(asked.key, signal)
      const reply = await ask(server, findPath, asked, way, watch, signal)
      Object.assign(entry, { reply, content: reply.content ?? '', state: 'done' })
      remember()
      emit('reply', reply)
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof Failure && error.code === HANDED_OFF) {
        // The question is stored, and a person answers it.
        entries.splice(entries.indexOf(entry), 1)
        remember()
        screen.all()
      } else failed(entry, asked, fail(error))
    }
    running = undefined
    if (entries.includes(entry)) screen.entry(entry)
    const next = waiting.shift()
    if (next !== undefined) begin(next)
  }

  function failed(entry: Entry, { content }: Asked, { code, isFinal }: Failure): void {
    entry.state = 'failed'
    entry.code = code
    entry.problem = (Object.hasOwn(PROBLEMS, code) && PROBLEMS[code]) || 'failed'
    if (isFinal || entry.problem === 'session_ended') {
      entry.asked = { content, key: randomKey() }
      entry.content = ''
      remember()
    }
  }

  function begin(content: string): void {
    add({ role: 'user', content, state: 'done' })
    const asked = { content, key: randomKey() }
    const entry = add({ role: 'assistant', content: '', state: 'waiting', asked })
    emit('message', { content })
    run(entry)
  }

  function clear(): void {
    controller.abort()
    controller = new AbortController()
    running = undefined
    waiting.length = 0
    entries.length = 0
  }

  function forget(): void {
    clear()
    const { memory } = keeper
    delete memory.session
    delete memory.ratings
    remember()
  }

  return {
    entries,
    isBusy: () => running !== undefined,
    send(given) {
      // The API refuses NUL and half surrogate pairs, which cutting a text may leave.
      const content = new TextDecoder().decode(new TextEncoder().encode(given)).replace(/\0/g, '').trim()
      if (!content) return
      if (running) waiting.push(content)
      else begin(content)
    },
    retry(entry) {
      if (running) return
      if (entry.problem === 'session_ended') {
        forget()
        screen.all()
        begin(entry.asked!.content)
      } else run(entry)
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
        await server.send(`sessions/${keeper.memory.session}/feedback`, { body, key: randomKey() }, signal)
        keeper.memory.ratings = { ...keeper.memory.ratings, [message_id]: rating }
        keeper.save()
      } catch (error) {
        if (signal.aborted) return
        fail(error)
        show(before)
      }
    },
    async resume() {
      const { signal } = controller
      const { session, asked, ratings = {} } = keeper.memory
      if (running || entries.length || !(session || asked)) return
      if (!session) return begin(asked!.content)
      const path = `sessions/${session}/messages`
      try {
        // The page may have gone away while sending the question. The same key keeps it from being asked
        // twice.
        if (asked && !asked.replyId)
          await server
            .send(path, { body: { content: asked.content }, key: asked.key, isBrief: true }, signal)
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
        if (code === 'not_found') forget()
        else if (asked && !entries.length)
          entries.push(
            { role: 'user', content: asked.content, state: 'done' },
            { role: 'assistant', content: '', state: 'failed', problem: 'failed', code, asked },
          )
      }
      screen.all()
      const last = entries[entries.length - 1]
      if (last?.state === 'waiting') run(last)
    },
    reload() {
      clear()
      keeper.reread()
      screen.all()
      return this.resume()
    },
    restart() {
      forget()
      screen.all()
    },
    stop: () => controller.abort(),
  }
}
