/**
 * The marks between which models write what is not for readers, as their chat templates name them:
 * `<think>` of DeepSeek, Qwen and most others, `<thinking>` of Nova, `<seed:think>` of Seed-OSS,
 * `[THINK]` of Magistral, `◁think▷` of Kimi, `<|channel>thought` of Gemma 4, tokens of Cohere,
 * OpenThinker and Apertus. Servers without a parser for their model send them as text.
 */
const NAME = '(?:seed:)?(?:think(?:ing)?|thoughts?|reasoning|reflection|scratchpad|analysis)'
export const OPENING = `<${NAME}(?: [^<>\\n]{0,100})?>|\\[THINK\\]|◁think▷|<\\|(?:begin_of_thought|start_thinking|inner_prefix)\\|>|<\\|channel>thought`
export const CLOSING = `</${NAME}\\s{0,5}>|\\[/THINK\\]|◁/think▷|<\\|(?:end_of_thought|end_thinking|inner_suffix)\\|>|<channel\\|>`

/** Marks of calls of tools, though none was offered. */
const CALL_TOKEN =
  '<function=[^<>\\n]{1,64}>|<\\|python_tag\\|>|<\\|tool_calls?(?:_start|_section_begin)?\\|>|<\\|tool_call>|<｜tool▁calls▁begin｜>|<start_function_call>'
/** Marks that a sentence may mention: in a call, JSON, a tag or the tool's name follow. */
const CALL_TAG = '(?:<(?:minimax:)?tool_?calls?>|<function_calls>|\\[TOOL_CALLS\\])'
export const CALL = `${CALL_TOKEN}|${CALL_TAG}(?=\\s{0,20}(?:[{[<]|[\\w.:-]{1,64}(?:[ \\t]{0,5}\\n|[[({<])))`
const CALL_END =
  '</(?:minimax:)?tool_?calls?>|</function_calls>|</function>|<\\|tool_calls?(?:_end|_section_end)\\|>|<tool_call\\|>|<｜tool▁calls▁end｜>|<end_function_call>'

/** Marks around the answer, which some models write after their thoughts. */
const ANSWER = '<answer>|<response>|<\\|(?:begin_of_solution|start_response)\\|>'
export const ANSWER_END = '</answer>|</response>|<\\|(?:end_of_solution|end_response)\\|>'

/** Tokens of “harmony”, the format of gpt-oss: these end a channel's text, these begin another. */
export const CHANNEL_END = '<\\|(?:end|return|call)\\|>'
export const CHANNEL_START = '<\\|(?:start|channel|message)\\|>'
/**
 * The beginning of a channel: `<|start|>assistant<|channel|>analysis<|message|>`. Group 1 is the
 * channel's name.
 */
const CHANNEL =
  /(?:<\|start\|>\s{0,5})?(?:assistant\s{0,5})?(?:<\|channel\|>\s{0,5}([a-z]{1,20})[^<]{0,200})?(?:<\|constrain\|>[^<]{0,60})?<\|message\|>/iy
/** The same, unfinished. */
const CHANNEL_BEGINS = /^(?:assistant)?<\|(?:start|channel)\|>[^\n]{0,300}$/i

/**
 * Channels whose tokens the server has left out: `analysisThe user …assistantfinalThe gate …`. No
 * sentence begins so. Commentary calls a tool.
 */
const BARE_CHANNEL = /(?:assistant)?(?:analysis|commentary)(?=[\p{L}\p{N}\n<{"“*(]| to=)/uy
const BARE_FINAL = /assistantfinal|final(?=[\p{Lu}\p{Lo}\p{N}*#<])/uy
export const BARE_FINAL_LATER =
  'assistantfinal|<\\|channel\\|>\\s?final[^<]{0,100}<\\|message\\|>|(?<=[.!?…)"”。！？\\n])final(?=[\\p{Lu}\\p{Lo}*#])'

const OPENING_HERE = new RegExp(OPENING, 'iy')
const CALL_HERE = new RegExp(CALL, 'iy')
const STRAY_HERE = new RegExp(`${CLOSING}|${CALL_END}|${CHANNEL_END}`, 'iy')
const CHANNEL_START_HERE = new RegExp(CHANNEL_START, 'iy')
const ANSWER_HERE = new RegExp(ANSWER, 'iy')
const THOUGHT_ENDS = new RegExp(CLOSING, 'i')
const CALL_ENDS = new RegExp(CALL_END, 'i')
const CHANNEL_ENDS = new RegExp(`${CHANNEL_END}|(?=${CHANNEL_START})`, 'i')
const BARE_CHANNEL_ENDS = new RegExp(BARE_FINAL_LATER, 'u')

/** What stands where thoughts may begin. `length` is that of its mark, in characters. */
export type Beginning =
  /** Thoughts or a call, up to what `ends` matches. */
  | { kind: 'thought'; length: number; ends: RegExp }
  /** A mark that is dropped alone. */
  | { kind: 'mark'; length: number }
  /** The mark of the final channel: what came before it was thoughts. */
  | { kind: 'final'; length: number }
  /** The text ends within what may be a mark. */
  | { kind: 'open' }
  | { kind: 'text' }

/**
 * Reads what a text begins with.
 * @param text has no blanks at its beginning
 * @param isAfterThoughts whether thoughts came before it
 */
export function beginningOf(text: string, isAfterThoughts: boolean): Beginning {
  const channel = matchHere(CHANNEL, text)
  const name = channel?.[1] ?? 'final'
  if (channel && name.toLowerCase() !== 'final')
    return { kind: 'thought', length: channel[0].length, ends: CHANNEL_ENDS }
  const final = (channel ?? matchHere(BARE_FINAL, text))?.[0].length
  if (final) return { kind: 'final', length: final }
  for (const [mark, ends] of [
    [OPENING_HERE, THOUGHT_ENDS],
    [BARE_CHANNEL, BARE_CHANNEL_ENDS],
    [CALL_HERE, CALL_ENDS],
  ] as const) {
    const length = matchHere(mark, text)?.[0].length
    if (length) return { kind: 'thought', length, ends }
  }
  const mark =
    matchHere(STRAY_HERE, text) ?? (isAfterThoughts ? matchHere(ANSWER_HERE, text) : null)
  if (mark) return { kind: 'mark', length: mark[0].length }
  if (mayBeginMark(text)) return { kind: 'open' }
  const lone = matchHere(CHANNEL_START_HERE, text)
  return lone ? { kind: 'mark', length: lone[0].length } : { kind: 'text' }
}

/** Marks without `<`, whose beginnings are held back. */
const WORDS = [
  '[think]',
  '[/think]',
  '[tool_calls]',
  '◁think▷',
  '◁/think▷',
  'assistantanalysis',
  'assistantcommentary',
  'assistantfinal',
  'assistant<|channel|>',
  '<|channel>thought',
  'analysis',
  'commentary to=',
  'final',
]
/** An unfinished tag. */
const TAG_BEGINS = /^<(?:[a-z/|｜][^<>\n]{0,120})?$/i
/** The mark of a call, without what shows whether it is a call. */
const CALL_BEGINS = new RegExp(`^${CALL_TAG}\\s{0,20}(?:[\\w.:-]{1,64}\\s{0,5})?$`, 'i')

/** Whether a text may be the beginning of a mark, which has not come to its end. */
function mayBeginMark(text: string): boolean {
  if ([TAG_BEGINS, CALL_BEGINS, CHANNEL_BEGINS].some((begins) => begins.test(text))) return true
  return text.length <= 20 && WORDS.some((word) => word.startsWith(text.toLowerCase()))
}

/** The most characters of an unfinished mark at the end of a text. */
const LONGEST_MARK = 330
/** The fewest letters of `assistantfinal` that are held back, so that no `a` is. */
const FEWEST_LETTERS = 4

/** Returns the place from which the end of a text may be an unfinished mark; else its length. */
export function startOfOpenMark(text: string): number {
  const from = Math.max(0, text.length - LONGEST_MARK)
  const end = text.slice(from)
  const places = ['<', '[', '◁'].map((sign) => end.lastIndexOf(sign)).filter((at) => at >= 0)
  const ticks = /`{1,20}$/.exec(end)?.index ?? end.length
  const marks = places.filter((at) => mayBeginMark(end.slice(at)))
  return from + Math.min(ticks, startOfWord(end), ...marks)
}

function startOfWord(text: string): number {
  const word = 'assistantfinal'
  for (let letters = word.length - 1; letters >= FEWEST_LETTERS; letters--)
    if (text.endsWith(word.slice(0, letters))) return text.length - letters
  return text.length
}

function matchHere(sticky: RegExp, text: string): RegExpExecArray | null {
  sticky.lastIndex = 0
  return sticky.exec(text)
}
