import { Failure } from '../../widget/api/failure.ts'
import type { Keeper } from '../../widget/api/memory.ts'
import type { Reply } from '../../widget/api/records.ts'
import type { Requests } from '../../widget/api/requests.ts'
import type { Answer } from '../../widget/api/server.ts'
import { makeChat } from '../../widget/chat.ts'
import type { Embed } from '../../widget/embed.ts'
import type { Transfer } from '../../widget/files/transfer.ts'
import { hasTexts, loadedTexts, loadTexts } from '../../widget/languages.ts'
import { makeFrame } from '../../widget/launcher/frame.ts'
import { chooseLocale, withOwn } from '../../widget/locales.ts'
import type { Entry } from '../../widget/messages/entries.ts'
import { makeView } from '../../widget/view.ts'
import { type PreviewState, READY, type Scene } from './messages.ts'

/** Milliseconds that the simulated agent thinks. */
const THINKING_MS = 900

const QUESTION = 'How long does delivery take?'
const REPLY =
  'This is a preview. On your page, **your agent** answers here:\n\n- with its sources\n- word by word, as it writes'

let state: PreviewState = {
  kind: 'parley-preview',
  configuration: {},
  language: 'en',
  isDark: false,
  scene: 'greeting',
}

const configuration = () => {
  const { theme } = state.configuration
  // In the preview, the editor's switch stands in for the visitor's colour-scheme preference.
  const shown = theme === 'light' || theme === 'dark' ? theme : state.isDark ? 'dark' : 'light'
  return { ...state.configuration, theme: shown } as const
}
const locale = () => chooseLocale([state.configuration.locale, state.language])

const replyTo = (question: string): Reply => ({
  object: 'message',
  id: `reply-to-${question}`,
  role: 'assistant',
  status: 'completed',
  content: REPLY,
  session_id: 'preview',
  agent_id: 'preview',
  metadata: {},
  in_reply_to: 'preview',
  continues: null,
  tool_calls: [],
  actions: [],
  request_id: 'preview',
  citations: [
    {
      knowledge_id: 'preview',
      kind: 'qa',
      title: QUESTION,
      url: null,
      page: null,
      call_id: null,
      quote: 'Orders placed before 2 pm leave our house the same day.',
      score: 1,
    },
  ],
  grounded: true,
  supported: null,
  usage: null,
  model: null,
  fallback_for: null,
  finish_reason: 'stop',
  error: null,
  latency_ms: THINKING_MS,
  created_at: '',
  updated_at: '',
  completed_at: '',
})

/** Answers like the API, but without a request, which the page's policy would block. */
const server: Requests = {
  async send<Data>(
    path: string,
    { body }: { body?: object },
    signal: AbortSignal,
  ): Promise<Answer<Data>> {
    // Nothing happens in a preview, so its stream stays silent.
    if (path.includes('/events'))
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
    if (!path.endsWith('/messages')) return { data: { id: 'preview' } as Data }
    await new Promise((resolve) => setTimeout(resolve, THINKING_MS))
    if (signal.aborted) throw new Failure('aborted')
    return { data: replyTo((body as { content: string }).content) as Data }
  },
}

/** A memory that ends with the page. */
const keeper: Keeper = {
  memory: {},
  tab: {},
  isShared: () => false,
  share() {},
  save() {},
  alone: (act) => act(),
  reread() {},
  forget() {
    keeper.memory = {}
  },
  stop() {},
}

const embed: Embed = {
  src: location.href,
  clientId: 'preview',
  assistantId: 'preview',
  configId: undefined,
  instanceId: 'preview',
  locale: undefined,
  remember: false,
  people: false,
}

const texts = () => withOwn(loadedTexts(locale()), configuration())
let isOpen = true
const frame = makeFrame({
  embed,
  index: 0,
  configuration,
  locale,
  texts,
  onPress: () => (isOpen ? view.close() : view.open(true)),
  onNear() {},
})
/** The preview has no files. */
const transfer: Transfer = {
  upload: () => Promise.reject(new Failure('failed')),
  download: () => Promise.reject(new Failure('failed')),
}
const chat = makeChat(
  {
    embed,
    keeper,
    server,
    transfer,
    locale,
    configure: async () => configuration(),
    emit() {},
    onMessage() {},
    fail: (error) => (error instanceof Failure ? error : new Failure('failed', String(error))),
  },
  {
    entry: (entry) => view.entry(entry),
    all: () => view.redraw(),
    status: () => view.status(),
    anew: () => view.anew(),
  },
)
const view = makeView({
  embed,
  frame,
  keeper,
  chat,
  configuration,
  locale,
  texts,
  offersPeople: () => Boolean(state.configuration.offers_people),
  offersFiles: () => false,
  banner: () => (state.scene === 'offline' ? 'offline' : undefined),
  onToggle(next) {
    isOpen = next
  },
})

function entriesOf(scene: Scene): Entry[] {
  const asked = { content: QUESTION, key: 'preview' }
  const question: Entry = { role: 'user', content: QUESTION, state: 'done' }
  const reply: Entry = { role: 'assistant', content: '', state: 'done', asked }
  switch (scene) {
    case 'reply':
      return [question, { ...reply, content: REPLY, reply: replyTo(QUESTION) }]
    case 'waiting':
      return [question, { ...reply, state: 'waiting' }]
    case 'limit_reached':
    case 'failed':
    case 'agent_inactive':
    case 'session_ended':
      return [question, { ...reply, state: 'failed', problem: scene, code: scene }]
    default:
      return []
  }
}

function redraw(): void {
  frame.redraw()
  view.redraw()
}

function show(next: PreviewState): void {
  const isOther = next.scene !== state.scene
  state = next
  document.documentElement.dataset.scheme = next.isDark ? 'dark' : 'light'
  if (isOther) {
    chat.forget()
    chat.entries.push(...entriesOf(next.scene))
  }
  redraw()
  if (!hasTexts(locale())) loadTexts(locale()).then(redraw)
  if (!isOther) return
  if (next.scene === 'closed') view.close()
  else view.open(false)
}

addEventListener('message', ({ source, origin, data }) => {
  // Browser extensions send messages as well.
  const isOurs = source === parent && origin === location.origin && data?.kind === state.kind
  if (isOurs) show(data as PreviewState)
})
view.open(false)
parent.postMessage(READY, location.origin)
