import { expect } from 'chai'
import { ThoughtFilter } from '../../../workers/models/thoughts.ts'

const ANSWER = 'The gate opens at nine.'
const HOUR = 'We look the hour up.'

/** Feeds the pieces, and returns the texts that were shown and the result. */
function separate(
  pieces: readonly string[],
  { isCut = false, isUnopened }: { isCut?: boolean; isUnopened?: boolean } = {},
) {
  const filter = new ThoughtFilter(isUnopened)
  const shown = pieces.map((piece) => filter.add(piece))
  return { shown, ...filter.end(isCut) }
}
const textOf = (whole: string, isCut = false) => separate([whole], { isCut }).text.trim()

/** Replies, and the thoughts in them. Each has the answer as its text. */
const REPLIES: Record<string, [reply: string, thoughts: string]> = {
  DeepSeek: [`<think>\n${HOUR}\n</think>\n\n${ANSWER}`, HOUR],
  'Qwen, without thoughts': [`<think>\n\n</think>\n\n${ANSWER}`, ''],
  'with blanks and a BOM before': [`\ufeff\n  <think>${HOUR}</think>${ANSWER}`, HOUR],
  'in capitals': [`<THINK>${HOUR}</Think>\n${ANSWER}`, HOUR],
  'with attributes': [`<think time="3s" n=1>${HOUR}</think >${ANSWER}`, HOUR],
  LongCat: [`<longcat_think>\n${HOUR}\n</longcat_think>\n${ANSWER}`, HOUR],
  MedGemma: [`<unused94>thought\n${HOUR}<unused95>${ANSWER}`, HOUR],
  Hermes: [`<scratch_pad>${HOUR}</scratch_pad>${ANSWER}`, HOUR],
  'Marco-o1': [`<Thought>\n${HOUR}\n</Thought>\n<Output>\n${ANSWER}\n</Output>`, HOUR],
  'DeepSeek V3.2, with a call': [
    `${ANSWER}\n\n<｜DSML｜function_calls>look</｜DSML｜function_calls>`,
    'look',
  ],
  'thoughts that quote their closing mark': [
    `<think>\nI end it with "</think>" or \`</think>\`.\n</think>\n\n${ANSWER}`,
    'I end it with "</think>" or `</think>`.',
  ],
  Nova: [`<thinking> ${HOUR}</thinking>\n\n${ANSWER}`, HOUR],
  EXAONE: [`<thought>\n${HOUR}\n</thought>\n\n${ANSWER}`, HOUR],
  'Seed-OSS': [`<seed:think>${HOUR}</seed:think>${ANSWER}`, HOUR],
  Magistral: [`[THINK]${HOUR}[/THINK]${ANSWER}`, HOUR],
  Kimi: [`◁think▷${HOUR}◁/think▷${ANSWER}`, HOUR],
  'Gemma 4': [`<|channel>thought\n${HOUR}<channel|>${ANSWER}`, HOUR],
  Cohere: [
    `<|START_THINKING|>${HOUR}<|END_THINKING|><|START_RESPONSE|>${ANSWER}<|END_RESPONSE|>`,
    HOUR,
  ],
  'Hunyuan, with marks around the answer': [
    `<think>\n${HOUR}\n</think>\n<answer>\n${ANSWER}\n</answer>`,
    HOUR,
  ],
  'several thoughts': [`<think>One.</think>\n<think>Two.</think>\n\n${ANSWER}`, 'One.Two.'],
  'another closing mark than the opening': [`<think>${HOUR}</thinking>${ANSWER}`, HOUR],
  'thoughts that mention marks': [
    `<think>Is \`<think>\` a tag? <tool_call> too?</think>${ANSWER}`,
    'Is `<think>` a tag? <tool_call> too?',
  ],
  'a closing mark alone': [`</think>\n\n${ANSWER}`, ''],
  harmony: [
    `<|channel|>analysis<|message|>${HOUR}<|end|><|start|>assistant<|channel|>final<|message|>${ANSWER}<|return|>`,
    HOUR,
  ],
  'harmony from its first token': [
    `<|start|>assistant<|channel|>analysis<|message|>${HOUR}<|end|>\n<|start|>assistant<|channel|>final <|constrain|>text<|message|>${ANSWER}`,
    HOUR,
  ],
  'harmony with a call of a tool': [
    `<|channel|>analysis<|message|>One.<|end|><|start|>assistant<|channel|>commentary to=functions.look <|constrain|>json<|message|>{"a":1}<|call|><|start|>assistant<|channel|>final<|message|>${ANSWER}<|return|>`,
    'One.{"a":1}',
  ],
  'harmony without an answer before its end': [
    `<|channel|>analysis<|message|>${HOUR}<|channel|>final<|message|>${ANSWER}`,
    HOUR,
  ],
  'harmony without its tokens': [`analysis${HOUR}assistantfinal${ANSWER}`, HOUR],
  'harmony without its tokens and roles': [`analysis${HOUR}final${ANSWER}`, HOUR],
  'harmony without tokens, with a call': [
    `analysisOne.assistantcommentary to=functions.look json{"a":1}assistantfinal${ANSWER}`,
    'One.assistantcommentary to=functions.look json{"a":1}',
  ],
  'harmony with some of its tokens': [
    `analysis${HOUR}<|end|><|start|>assistant<|channel|>final<|message|>${ANSWER}`,
    `${HOUR}<|end|><|start|>assistant`,
  ],
  'its final channel alone': [`assistantfinal${ANSWER}`, ''],
  'a call of a tool before': [
    `<tool_call>\n{"name":"look"}\n</tool_call>\n${ANSWER}`,
    '{"name":"look"}',
  ],
  'a call of a tool after': [
    `${ANSWER}\n<tool_call>\n{"name":"look"}\n</tool_call>`,
    '{"name":"look"}',
  ],
  'a call of GLM': [
    `${ANSWER}\n<tool_call>look\n<arg_key>a</arg_key>\n</tool_call>`,
    'look\n<arg_key>a</arg_key>',
  ],
  'a call of Qwen-Coder': [
    `${ANSWER}\n<tool_call>\n<function=look>\n<parameter=a>\n1\n</parameter>\n</function>\n</tool_call>`,
    '<function=look>\n<parameter=a>\n1\n</parameter>',
  ],
  'a call of Nemotron': [`<TOOLCALL>[{"name":"look"}]</TOOLCALL>${ANSWER}`, '[{"name":"look"}]'],
  'a scratchpad': [`<scratchpad>${HOUR}</scratchpad>${ANSWER}`, HOUR],
  'a call of Mistral': [`${ANSWER}[TOOL_CALLS]look[ARGS]{"a":1}`, 'look[ARGS]{"a":1}'],
  'a call of Llama': [`<think>One.</think>${ANSWER}<|python_tag|>look(a=1)`, 'One.look(a=1)'],
}

/** Replies whose opening mark is in the template, so that it does not come. */
const UNOPENED: Record<string, string> = {
  'R1 and QwQ': `${HOUR}\n</think>\n\n${ANSWER}`,
  'on one line': `${HOUR}</think>${ANSWER}`,
  'in Chinese': `好的。</think>${ANSWER}`,
  'in Chinese, without a full stop': `用户问几点，应回答九点</think>${ANSWER}`,
  'with an answer in quotes': `I say "At nine."</think>\n\n${ANSWER}`,
  'with a list at its end': `Steps:\n- look\n- answer</think>\n\n${ANSWER}`,
  'with a blank after the name of a channel': `analysis The user asks. We answer.assistantfinal${ANSWER}`,
  'with a name of a channel and a small letter': `analysisuser asks.assistantfinal${ANSWER}`,
  'with a mention of the tag': `Is <think> a tag?\nNo.\n</think>\n\n${ANSWER}`,
  Magistral: `${HOUR}[/THINK]${ANSWER}`,
  Kimi: `${HOUR}◁/think▷${ANSWER}`,
  'harmony without its tokens': `${HOUR}assistantfinal${ANSWER}`,
  'harmony with its tokens': `${HOUR}<|end|><|start|>assistant<|channel|>final<|message|>${ANSWER}`,
}

const WHOLE = [
  ANSWER,
  '`<think>` is a tag that models write.',
  'Models write `<think>` first and `</think>` at the end.',
  'Models write <think> first and </think> at the end of their thoughts.',
  'Write </think> to end it.',
  'It ends with "</think>".',
  'It ends with </think>.',
  'Like so:\n```\n<think>\nOne.\n</think>\n\nTwo.\n```\nThat is all.',
  'Like so:\n\n<think>\nOne.\n</think>\n\nTwo.',
  'The <tool_call> tag begins a call.',
  '`<tool_call>{"a":1}</tool_call>` calls it.',
  'The token [TOOL_CALLS] begins a call.',
  'analysis of your bill: it is paid.',
  'Analysis: it is paid.',
  'finally, it is paid.',
  'final answer: nine',
  'assistants answer at nine.',
  'If a < b and b > c, then <b>maybe</b>',
  'a',
  '<',
  '<3 from all of us',
  '[think',
  '<answer>Nine</answer>',
  'Name it AssistantFinal or assistantFinal.',
  'The final answer.',
  'analysis',
  'analysis模块在设置里。',
  'commentary字段保存评论。',
  'final2024.pdf is the file.',
  'final是“决赛”的意思。',
  'finalというのは決勝のことです。',
  'assistantfinalize is no command.',
  'Our assistant answers.',
  '<think tank> is our name.',
  '<Think Different> was a slogan.',
  '<think> is a tag, and </think> ends it.',
  '<analysis> is an element.\nClose it with </analysis>.',
  '[think] is a channel.',
  'Use </think>\nto end it.',
  'It ends with </think>',
  'It ends with **</think>** and a blank.',
  'The mark is:\n</think>\nand then the answer comes.',
  'The tags are:\n- <think>\n- </think>\nThat is all.',
  '| tag | means |\n|---|---|\n| <think> | begins |\n| </think> | ends |',
  '最後に</think>を書きます。',
  '「</think>」で終わります。',
  '模型在最后写 </think> 来结束思考。',
  'يكتب النموذج </think> في النهاية',
  'The tokens are <|start|>, <|message|> and <|end|>.',
  'It writes <|channel|>analysis<|message|> before its thoughts.',
  'Phi ends a turn with <|end|> and goes on.',
  'Write <function=name> to call it.',
  'Llama writes <|python_tag|> in front.',
]

/** Usual answers, of which nothing may be held back. */
const USUAL = [
  'If the user is an admin, open Settings and choose Members.',
  'The user has to confirm the address. Then the account is open.',
  'Make sure the user has the role Editor before you share the folder.',
  'When the user asks for a refund, open the order and press Refund.',
  'We need to provide a receipt for each order, and it is in your account.',
  'We should reply within two days.',
  '用户在设置页面点击“安全”即可修改密码。修改后需要重新登录。',
  '用户说明书可以在官网下载，也可以在应用里查看。',
  'Wenn x <y ist, dann gilt die Regel für den Tarif, und sonst gilt sie nicht.',
  'Our assistant will assist the class in Assisi.',
]

describe("a filter of a model's thoughts", () => {
  for (const [what, [reply, thoughts]] of Object.entries(REPLIES))
    it(`leaves the answer (${what})`, () => {
      const { text, thoughts: kept, isUnopened } = separate([reply])
      expect([text.trim(), kept, isUnopened]).to.deep.equal([ANSWER, thoughts, false])
    })

  for (const [what, reply] of Object.entries(UNOPENED))
    it(`leaves the answer where the opening mark is missing (${what})`, () => {
      expect(textOf(reply)).to.equal(ANSWER)
    })

  it('leaves the answer where thoughts mention their closing mark', () => {
    const reply = `<think>\nIs </think> a tag?\n</think>\n\n${ANSWER}`
    expect(separate([...reply])).to.include({ text: ANSWER, isUnopened: false })
  })

  for (const whole of WHOLE)
    it(`leaves ${JSON.stringify(whole)} whole`, () => {
      expect(separate([whole])).to.include({ text: whole, thoughts: '' })
    })

  it('finds the same wherever the text is cut into pieces, and shows nothing but its beginnings', () => {
    const replies = [...Object.values(REPLIES).map(([reply]) => reply), ...WHOLE]
    for (const reply of replies) {
      const { text, thoughts } = separate([reply])
      for (let at = 0; at <= reply.length; at++) {
        const halves = separate([reply.slice(0, at), reply.slice(at)])
        expect(halves, `${reply} cut at ${at}`).to.include({ text, thoughts })
        for (const shown of halves.shown) expect(text.startsWith(shown), shown).to.equal(true)
      }
      const { shown, ...bytes } = separate([...reply])
      expect(bytes, `${reply} in characters`).to.include({ text, thoughts })
      for (const part of shown) expect(text.startsWith(part), part).to.equal(true)
    }
  })

  it('shows nothing of thoughts without an opening mark, once the model is known for them', () => {
    for (const reply of Object.values(UNOPENED)) {
      const { shown, text } = separate([...reply], { isUnopened: true })
      expect(text).to.equal(ANSWER)
      for (const part of shown) expect(ANSWER.startsWith(part), part).to.equal(true)
    }
    const plain = separate([...ANSWER], { isUnopened: true })
    expect(new Set(plain.shown)).to.deep.equal(new Set(['']))
    expect(plain.text).to.equal(ANSWER)
  })

  it('of a model that is not known for them begins the text anew, and says so', () => {
    const { shown, text, isUnopened } = separate([...UNOPENED['R1 and QwQ']!])
    expect([text, isUnopened]).to.deep.equal([ANSWER, true])
    expect(shown.some((part) => part.startsWith(HOUR))).to.equal(true)
    expect(shown.at(-1)).to.equal(ANSWER)
  })

  it('stops showing a text that speaks of the user as thoughts do', () => {
    const reply = `Okay, so the user wants the hour. It is nine.\n</think>\n\n${ANSWER}`
    const { shown, text } = separate([...reply])
    expect(text).to.equal(ANSWER)
    for (const part of shown)
      expect(part === 'Okay, so the user' || part.length <= ANSWER.length).to.equal(true)
    expect(textOf('The user wants are many.')).to.equal('The user wants are many.')
  })

  for (const usual of USUAL)
    it(`holds back nothing of ${JSON.stringify(usual)}, and leaves it where it is cut`, () => {
      let [added, before] = ['', '']
      for (const [at, shown] of separate([...usual]).shown.entries()) {
        added += [...usual][at]
        expect(shown.startsWith(before), shown).to.equal(true)
        expect(added.length - shown.length, shown).to.be.at.most(9)
        before = shown
      }
      expect(textOf(usual, true)).to.equal(usual)
    })

  it('takes no words for thoughts once the model has answered without', () => {
    const reply = 'Okay, the user wants the hour.'
    expect(separate([reply]).shown).to.deep.equal([''])
    expect(separate([reply], { isUnopened: false }).shown).to.deep.equal([reply])
    expect(separate([reply], { isCut: true, isUnopened: false }).text).to.equal(reply)
  })

  it('leaves no text of thoughts that the limit cut, wherever it did', () => {
    const reply = `<think>\n${HOUR}`
    for (let at = 1; at <= reply.length; at++)
      expect(textOf(reply.slice(0, at), true), `cut at ${at}`).to.equal('')
    expect(textOf(`analysis${HOUR}`, true)).to.equal('')
    expect(textOf('<|channel|>anal', true)).to.equal('')
    expect(textOf('The user asks for the hour, so', true)).to.equal('')
    expect(separate([HOUR], { isCut: true, isUnopened: true }).text).to.equal('')
    expect(textOf('The gate opens at', true)).to.equal('The gate opens at')
    expect(textOf(`<think>${HOUR}</think>The gate opens at`, true)).to.equal('The gate opens at')
  })

  it('leaves no text of a call alone', () => {
    for (const call of [
      '<tool_call>\n{"name":"look"}\n</tool_call>',
      '[TOOL_CALLS][{"name":"look"}]',
      '<|python_tag|>look()',
      '<function=look>{"a":1}</function>',
      'assistantcommentary to=functions.look json{"a":1}',
    ])
      expect(textOf(call), call).to.equal('')
  })

  it('keeps what the provider has separated, and then holds no text back', () => {
    const filter = new ThoughtFilter(true)
    filter.addThoughts(HOUR)
    expect(filter.add('The gate')).to.equal('The gate')
    expect(filter.end(false)).to.include({ text: 'The gate', thoughts: HOUR })
  })

  it('keeps 64,000 characters of thoughts, and reads 200,000 in little time', () => {
    const long = 'One more thought. '.repeat(12_000)
    const { text, thoughts } = separate(
      `<think>${long}</think>${ANSWER}`.match(/[\s\S]{1,40}/g) ?? [],
    )
    expect([text, thoughts.length]).to.deep.equal([ANSWER, 64_000])
    const marks = '`</think>` <think> <tool_call> tags ['.repeat(5_000)
    expect(separate(marks.match(/[\s\S]{1,40}/g) ?? []).text).to.equal(marks)
  })
})
