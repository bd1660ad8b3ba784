/**
 * The marks between which models write what is not for readers, as their chat templates name them:
 * `<think>` of DeepSeek, Qwen and most others, `<thinking>` of Nova, `<seed:think>` of Seed-OSS,
 * `<longcat_think>` of LongCat, `[THINK]` of Magistral, `◁think▷` of Kimi, `<|channel>thought` of
 * Gemma 4, `<unused94>thought` of MedGemma, tokens of Cohere, OpenThinker and Apertus. Servers
 * without a parser for their model send them as text.
 */
const NAME =
  '(?:seed:|longcat_)?(?:think(?:ing)?|thoughts?|reasoning|reflection|scratch_?pad|analysis)'
/** `<think tank>` is no mark, but `<think time="3s">` is. */
export const OPENING = `<${NAME}\\s{0,5}(?: [\\w:-]{1,30}=[^<>\\n]{0,100})?>|\\[THINK\\]|◁think▷|<\\|(?:begin_of_thought|start_thinking|inner_prefix)\\|>|<\\|channel>thought|<unused94>thought`
export const CLOSING = `</${NAME}\\s{0,5}>|\\[/THINK\\]|◁/think▷|<\\|(?:end_of_thought|end_thinking|inner_suffix)\\|>|<channel\\|>|<unused95>`

/** Marks of calls of tools, though none was offered. */
const CALL_TOKEN =
  '<function=[^<>\\n]{1,64}>|<\\|python_tag\\|>|<\\|tool_calls?(?:_start|_section_begin)?\\|>|<\\|tool_call>|<｜tool▁calls▁begin｜>|<start_function_call>|<｜DSML｜function_calls>'
/** Marks that a sentence may mention: in a call, JSON, a tag or the tool's name follow. */
const CALL_TAG = '(?:<(?:minimax:|longcat_)?tool_?calls?>|<function_calls>|\\[TOOL_CALLS\\])'
export const CALL = `${CALL_TOKEN}|${CALL_TAG}(?=\\s{0,20}(?:[{[<]|[\\w.:-]{1,64}(?:[ \\t]{0,5}\\n|[[({<])))`
const CALL_END =
  '</(?:minimax:|longcat_)?tool_?calls?>|</function_calls>|</function>|<\\|tool_calls?(?:_end|_section_end)\\|>|<tool_call\\|>|<｜tool▁calls▁end｜>|<end_function_call>|</｜DSML｜function_calls>'

/** Marks around the answer, which some models write after their thoughts. */
const ANSWER = '<answer>|<response>|<output>|<\\|(?:begin_of_solution|start_response)\\|>'
export const ANSWER_END = '</answer>|</response>|</output>|<\\|(?:end_of_solution|end_response)\\|>'

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

/** The mark of the final channel without its tokens, but not in “assistantfinalize”. */
export const BARE_FINAL_ROLE = 'assistantfinal(?=[^il])'
/**
 * Channels whose tokens the server has left out: `analysisThe user …assistantfinalThe gate …`. No
 * sentence begins so, except in scripts without capitals: “analysis模块”. Commentary calls a tool.
 */
const BARE_CHANNEL = /(?:assistant)?(?:analysis|commentary)(?=[\p{Lu}\n<{"“*]| to=)/uy
const BARE_FINAL = new RegExp(`${BARE_FINAL_ROLE}|final(?=[\\p{Lu}*#<])`, 'uy')
export const BARE_FINAL_LATER =
  'assistantfinal(?=[^il])|<\\|channel\\|>\\s?final[^<]{0,100}<\\|message\\|>|(?<=[.!?…)"”。！？\\n])final(?=[\\p{Lu}\\p{Lo}*#])'

/** Words that follow a mark in a sentence about it, and begin no thoughts. */
const SENTENCE_WORDS =
  'is|are|and|or|means|begins|opens|starts|marks|tags?|tokens?|ist|und|sind|est|et|son|es|y|è'
const OPENING_HERE = new RegExp(
  `(?:${OPENING})(?![,;:)]|[ \\t]{1,9}(?:${SENTENCE_WORDS})(?![\\p{L}'’]))`,
  'iuy',
)
/** An opening mark with what may become such a word. */
const OPENING_ALONE = new RegExp(`^(?:${OPENING})(?:[ \\t]{1,9}\\p{Ll}{0,6})?$`, 'iu')
const CALL_HERE = new RegExp(CALL, 'iy')
const STRAY_HERE = new RegExp(`${CLOSING}|${CALL_END}|${CHANNEL_END}`, 'iy')
const CHANNEL_START_HERE = new RegExp(CHANNEL_START, 'iy')
const ANSWER_HERE = new RegExp(ANSWER, 'iy')
/** Thoughts may have their closing mark in quotes. */
const THOUGHT_ENDS = new RegExp(
  `(?:${CLOSING})(?!(?<=["'“‘«「\`][^\\s"'“‘«「\`]{1,30})["'”’»」\`])`,
  'i',
)
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
  /** The text ends within what may be a mark, or after an opening mark that it may mention. */
  | { kind: 'open'; isMark: boolean }
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
  if (OPENING_ALONE.test(text)) return { kind: 'open', isMark: true }
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
  if (mayBeginMark(text)) return { kind: 'open', isMark: text.startsWith('<|') }
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
  '<unused94>thought',
  'analysis',
  'commentary to=',
  'final',
]
/** Marks that are tags, and the names with which they begin. */
const TAG_NAMES = [
  ...['think', 'thinking', 'thought', 'thoughts', 'reasoning', 'reflection', 'analysis'],
  ...['scratchpad', 'scratch_pad', 'seed:think', 'seed:thinking', 'longcat_think'],
  ...['tool_call', 'tool_calls', 'toolcall', 'toolcalls', 'minimax:tool_call'],
  ...['longcat_tool_call', 'function', 'function_calls', 'start_function_call'],
  ...['end_function_call', 'answer', 'response', 'output', 'unused94', 'unused95'],
  ...['channel|', 'tool_call|'],
]
const TAG_BEGINS = /^<\/?([a-z][a-z0-9:_]*\|?)?([ \t=][^<>\n]{0,120})?$/i
/** An unfinished token. */
const TOKEN_BEGINS = /^<\/?[|｜][^<>\n]{0,120}$/
/** The mark of a call, without what shows whether it is a call. */
const CALL_BEGINS = new RegExp(`^${CALL_TAG}\\s{0,20}(?:[\\w.:-]{1,64}\\s{0,5})?$`, 'i')

/** Whether a text may be the beginning of a mark, which has not come to its end. */
function mayBeginMark(text: string): boolean {
  if ([TOKEN_BEGINS, CALL_BEGINS, CHANNEL_BEGINS].some((begins) => begins.test(text))) return true
  if (mayBeginTag(text)) return true
  return text.length <= 20 && WORDS.some((word) => word.startsWith(text.toLowerCase()))
}

/** Whether a text is an unfinished tag with the name of a mark, as in `<thi` and `<think a="`. */
function mayBeginTag(text: string): boolean {
  const [tag, name = '', more] = TAG_BEGINS.exec(text) ?? []
  if (tag === undefined) return false
  const begun = name.toLowerCase()
  return TAG_NAMES.some((whole) => (more ? whole === begun : whole.startsWith(begun)))
}

/** The most characters of an unfinished mark at the end of a text. */
const LONGEST_MARK = 330

/** Returns the place from which the end of a text may be an unfinished mark; else its length. */
export function startOfOpenMark(text: string): number {
  const from = Math.max(0, text.length - LONGEST_MARK)
  const end = text.slice(from)
  const places = ['<', '[', '◁'].map((sign) => end.lastIndexOf(sign)).filter((at) => at >= 0)
  const ticks = /`{1,20}$/.exec(end)?.index ?? end.length
  const marks = places.filter((at) => mayBeginMark(end.slice(at)))
  return from + Math.min(ticks, startOfWord(end), ...marks)
}

/** Holds even `a` back, because what has been read and shown must not be held back later. */
function startOfWord(text: string): number {
  const word = 'assistantfinal'
  for (let letters = word.length; letters > 0; letters--)
    if (text.endsWith(word.slice(0, letters))) return text.length - letters
  return text.length
}

function matchHere(sticky: RegExp, text: string): RegExpExecArray | null {
  sticky.lastIndex = 0
  return sticky.exec(text)
}
