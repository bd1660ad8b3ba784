import type { ReplyInputs, Turn } from '../../shared/chat/replies.ts'
import type { TracedPart } from '../../shared/chat/traces.ts'
import { estimateTokens } from '../../shared/lib/text/tokens.ts'
import { isPair, type Passage, type Readings } from '../../shared/search/retrieval.ts'
import type { AskedCall, CallState } from '../../shared/tools/steps.ts'
import type { Effect } from '../../shared/tools/tools.ts'
import {
  ABOUT_FILES,
  NO_FILES,
  type PromptImage,
  type ReadFilesById,
  showFiles,
  TOKENS_OF_IMAGE,
} from './attachments.ts'
import { asData, asName, delimited } from './delimiters.ts'
import {
  type EarlierNumbers,
  FIRST_EARLIER,
  numberEarlier,
  renumbered,
  withMarks,
} from './earlierMarks.ts'
import { keptTurns } from './history.ts'
import { instructionsFor } from './instructions.ts'
import { type FittingPassage, fittingPassages, knowledgeOf } from './knowledge.ts'
import { clockTime } from './now.ts'

export interface PromptMessage {
  role: 'system' | 'user' | 'assistant'
  content: string
  /** The images of a user's message. */
  images?: readonly PromptImage[]
  /** Whether the chat's next prompt begins like this one up to here, unless turns are dropped. */
  isStable?: boolean
}

/** What a model said and asked for, in an earlier round of the same reply. */
export interface CallsMessage {
  role: 'assistant'
  /** May be empty. */
  content: string
  /** At least one. */
  calls: readonly AskedCall[]
  /** The model that asked, as `provider:model`. */
  model: string
  /** Its thoughts, for a provider that wants them back. */
  thoughts?: string
}

/** The result of a tool call. Each call of a `CallsMessage` has one, right after it, in order. */
export interface ResultMessage {
  role: 'tool'
  call: AskedCall
  /** The model that asked, as `provider:model`. */
  model: string
  content: string
}

export type ModelMessage = PromptMessage | CallsMessage | ResultMessage

/** A tool as a model is offered it. */
export interface OfferedTool {
  name: string
  description: string
  /** The JSON schema of its arguments, an object. */
  parameters: Record<string, unknown>
}

export interface PromptBudget {
  /** The most tokens of earlier turns. */
  history: number
  /** The most tokens of knowledge. */
  knowledge: number
  /** The most tokens of texts of attachments. Default: none. */
  attachments?: number
}

/**
 * A part of a prompt with one purpose. All parts of the role `system` make one message, and so do
 * those after the history.
 */
export interface PromptPart extends Pick<TracedPart, 'role' | 'name' | 'text'> {
  /** Whether it is an earlier answer that its sources did not support. */
  isUnsupported?: boolean
}

export interface Prompt {
  messages: PromptMessage[]
  /** The parts of the messages, in their order. */
  parts: PromptPart[]
  facts: PromptFacts
  /** The passages that fit, in the order of their numbers, from source 1 on. */
  sources: Passage[]
  /** The sources' numbers by those that earlier answers had for them. */
  earlier: ReadonlyMap<number, number>
}

/** The prompt's contents as fields, for `builtin:extractive`, which reads no prose. */
export interface PromptFacts {
  question: string
  /** The user's previous question, or empty. */
  earlier: string
  agent: { name: string; fallback_message: string | null }
  /** The expected language of the answer (BCP 47). */
  language: string | null
  /** The sources, in the order of their numbers. */
  sources: PromptSource[]
  /** Words that were searched for besides the question's own; undefined: none. */
  readings?: Readings | undefined
  /** The tools that may be called; undefined: none. */
  tools?: readonly ToolFacts[]
  /** The traits of the user. */
  traits?: Readonly<Record<string, unknown>>
  /** What came with the question. */
  metadata?: Readonly<Record<string, unknown>>
  /** What the calls for the question gave, in their order; undefined: nothing was called. */
  results?: readonly ResultFacts[]
}

/** A tool, and when it is of use. */
export interface ToolFacts extends OfferedTool {
  title: string
  examples: readonly string[]
  effect: Effect
}

/** What came of a tool call. */
export interface ResultFacts {
  name: string
  state: CallState
  /** The number of the source that it is; null: it is none. */
  number: number | null
  /** Lines `path: value`, or a text; may be empty. */
  text: string
}

export interface PromptSource {
  isPair: boolean
  title: string | null
  /** The headings above it, outermost first, separated by ` › `; or empty. */
  heading: string
  /** The parts of its text in the prompt: a single part, or the parts of a long pair that fit. */
  parts: string[]
}

/** Joins a whole prompt into one text, with the arguments of tool calls. */
export const textOf = (messages: readonly ModelMessage[]): string =>
  messages
    .flatMap((message) => [
      message.content,
      ...('calls' in message ? message.calls.map(({ name, written }) => `${name} ${written}`) : []),
    ])
    .join('\n')

/** Estimates the tokens of messages, with their images. */
export const tokensOf = (messages: readonly ModelMessage[]): number =>
  estimateTokens(textOf(messages)) +
  TOKENS_OF_IMAGE * messages.reduce((sum, message) => sum + imagesOf(message).length, 0)

/** Returns the images of a message. Only messages of users have some. */
export const imagesOf = (message: ModelMessage): readonly PromptImage[] =>
  ('images' in message && message.images) || []

/**
 * Builds the prompt. The function is pure, so that this file and its tests show exactly what
 * reaches the provider.
 *
 * What stays the same comes first: the instructions, then the earlier turns. What changes with each
 * message is in the last one: the knowledge, which models use best when the question follows it,
 * the question, and the time. Everything that we did not write ourselves is delimited, or cannot
 * imitate our tags.
 */
export function buildPrompt(
  inputs: ReplyInputs,
  passages: readonly Passage[],
  budget: PromptBudget,
  files: ReadFilesById = new Map(),
): Prompt {
  const found = passages.slice(0, FIRST_EARLIER - 1)
  const sources = fittingPassages(found, budget.knowledge)
  const history = keptTurns(inputs.history, budget.history)
  const numbers = numberEarlier(history)
  const asked = { attachments: inputs.question_attachments }
  const shown = showFiles([...history, asked], files, budget.attachments ?? 0)
  const system = partsOf('system', instructionsFor(inputs))
  const turns = history.map((turn, at) => {
    const { text, images } = shown[at]!
    const { role, said } = saidBy(turn, numbers)
    const isUnsupported = turn.grounded === false
    const name = 'history' as const
    return { role, name, text: said + text, images, ...(isUnsupported && { isUnsupported }) }
  })
  // A question that has no answer yet may be joined with the one of this prompt.
  const lastAnswer = turns.findLastIndex(({ role }) => role === 'assistant')
  const ofQuestion = shown.at(-1)!
  const last = partsOf('user', {
    acts: actsOf(inputs),
    metadata: metadata(inputs),
    knowledge: knowledgeOf(sources),
    returned: returned(inputs),
    attachments: shown.some((files) => files !== NO_FILES) ? ABOUT_FILES : '',
    question: question(inputs) + ofQuestion.text,
    now: `Now: ${clockTime(inputs.asked_at, inputs.time_zone)}`,
  })
  return {
    messages: [
      { role: 'system', content: joined(system), isStable: true },
      ...turns.map(({ role, text, images }, at) => ({
        ...messageOf(role, text, images),
        ...(at === lastAnswer && { isStable: true }),
      })),
      messageOf('user', joined(last), ofQuestion.images),
    ],
    parts: [...system, ...turns.map(({ images: _, ...turn }) => turn), ...last],
    facts: factsOf(inputs, sources),
    sources: sources.map(({ passage }) => passage),
    earlier: renumbered(
      numbers,
      sources.map(({ passage }) => passage),
    ),
  }
}

/** Makes the parts of one message. Those without a text are left out. */
const partsOf = (
  role: PromptPart['role'],
  texts: Partial<Record<PromptPart['name'], string>>,
): PromptPart[] =>
  Object.entries(texts)
    .filter(([, text]) => text)
    .map(([name, text]) => ({ role, name: name as PromptPart['name'], text }))

const joined = (parts: readonly PromptPart[]) => parts.map(({ text }) => text).join('\n\n')

const messageOf = (
  role: PromptMessage['role'],
  content: string,
  images: readonly PromptImage[],
): PromptMessage => ({ role, content, ...(images.length && { images }) })

function factsOf(
  { agent, locale, question, history }: ReplyInputs,
  sources: readonly FittingPassage[],
): PromptFacts {
  return {
    question,
    earlier: history.findLast(({ role }) => role === 'user')?.content ?? '',
    agent,
    language: agent.language ?? locale,
    readings: sources[0]?.passage.readings,
    sources: sources.map(({ passage, parts }) => ({
      isPair: isPair(passage),
      title: passage.title,
      heading: passage.heading,
      parts: parts.map(asData),
    })),
  }
}

function metadata({ question_metadata }: ReplyInputs): string {
  if (Object.keys(question_metadata).length === 0) return ''
  return `What came with the user's message:\n${delimited('message_metadata', JSON.stringify(question_metadata, null, 1))}`
}

/** Says what tools did in earlier replies of the chat, whose own words may not say it. */
function actsOf({ acting }: ReplyInputs): string {
  if (!acting?.acts.length) return ''
  const lines = acting.acts.map(({ title, state, at, note, ...act }) => {
    const said = note ? ` (a person wrote: ${JSON.stringify(note)})` : ''
    return `- ${at.slice(0, 16)} ${title} ${JSON.stringify(act.arguments)}: ${state}${said}`
  })
  return `What your tools did earlier in this chat; what is unknown, people check:\n${delimited('earlier_acts', lines.join('\n'))}`
}

/** Names the author of a person's message, because providers know only user and assistant. */
function saidBy(
  turn: Turn,
  numbers: EarlierNumbers,
): { role: PromptMessage['role']; said: string } {
  const { role, content, author } = turn
  if (role !== 'human_agent') return { role, said: withMarks(turn, numbers) }
  const name = author ? `${asName(author)}, a person of the company` : 'A person of the company'
  return { role: 'assistant', said: `[${name}, wrote:]\n${asData(content)}` }
}

function returned({ returned }: ReplyInputs): string {
  if (!returned) return ''
  const note = returned.note
    ? `\nThe people of the company left this for you:\n${delimited('note_of_people', returned.note)}`
    : ''
  return `People of the company had taken over this conversation, and have returned it to you: answer again yourself. Do not write in their name.${note}`
}

/** Delimits the question: the text around it is ours. Empty: a trial asks nothing. */
const question = ({ question, question_attachments }: ReplyInputs) =>
  question || question_attachments?.length ? delimited('user_message', question) : ''
