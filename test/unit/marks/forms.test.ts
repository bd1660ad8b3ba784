import { expect } from 'chai'
import { expectStreamed, readReply } from './shop.ts'

const SAID = 'We open at nine'

/** Each of these is a mark of the first source, in all places where a mark stands. */
const ONE =
  `[1] | [ 1 ] | [[1]] | [^1] | [^1^] | ^[1] | ^[1]^ | [#1] | [@1] | [１] | ［1］ | [١] | [¹] | \\[1\\] |
  [1.2] | [1, p. 3] | [1†L1-L9] | [Source 1] | [source_1] | [source-1] | [source:1] | [source #1] |
  [Source No. 1] | [Quelle Nr. 1] | [doc_1] | [doc1] | [Document 1] | [index 1] | [id:1] | [id=1] |
  [Passage 1] | [Context 1] | [Article 1] | [Chunk 1] | [S1] | [ref 1] | [citation:1] | [Fuente 1] |
  [источник 1] | [来源 1] | [出典1] | [المصدر 1] | [Source 1: Opening hours] | [Source 1, p. 3] | 【1】 |
  【1†source】 | 【1:2†file】 | 〔1〕 | (Source 1) | (source: 1) | (see source 1) | (doc 1) |
  <cite>1</cite> | <cite>[1]</cite> | <sup>1</sup> | <sup>[1]</sup> | <ref>1</ref> | <source>1</source> |
  <source number="1"/> | <sup><a href="#1">1</a></sup> | ^1^ | :contentReference[oaicite:1]{index=1} |
  ([1]) | ( [1] ) | （[1]） | {[1]} | **[1]** | *[1]* | _[1]_ | __[1]__ | ***[1]*** | ~[1]~ | (**[1]**) |
  (source: [1]) | (Source: **[1]**) | *(source: [1])* | （来源：[1]） | (Quelle: [1]) | (siehe [1]) |
  (cf. [1]) | (voir [1]) | <small>[1]</small> | [1](https://shop.example.com/help) |
  ([1](https://shop.example.com/help)) | [[1]](https://shop.example.com/help)`
    .split(' |')
    .map((form) => form.trim())

/** These name several sources. */
const SEVERAL: [string, number[]][] = [
  ['[1, 2]', [1, 2]],
  ['[1;2]', [1, 2]],
  ['[1、2]', [1, 2]],
  ['[1 and 3]', [1, 3]],
  ['[1-3]', [1, 2, 3]],
  ['[1]–[3]', [1, 2, 3]],
  ['[1][2]', [1, 2]],
  ['[1] [2]', [1, 2]],
  ['[1], [2]', [1, 2]],
  ['[1], [2] and [3]', [1, 2, 3]],
  ['[1] & [2]', [1, 2]],
  ['([1], [2])', [1, 2]],
  ['(sources 1 and 2)', [1, 2]],
  ['(Sources: [1], [2])', [1, 2]],
  ['[source 1, source 3]', [1, 3]],
  ['[source-1, source-3]', [1, 3]],
  ['<sup>1,2</sup>', [1, 2]],
  ['<sup>[1][2]</sup>', [1, 2]],
  ['<sup>1</sup><sup>2</sup>', [1, 2]],
  ['【1†a】【2†b】', [1, 2]],
  ['[^1][^2]', [1, 2]],
  ['[1, 19]', [1]],
  ['[19][1]', [1]],
]

/** These name no source. */
const STRAY =
  '[19] | [8, 9] | [8][9] | [8], [9] | [17-19] | [^19] | [source 17] | 【7†source】 | ([19]) | **[19]** | (source: [19]) | <sup>[19]</sup>'.split(
    ' | ',
  )

/** Where a mark may stand, and what remains. */
const PLACES: [string, (mark: string) => string, string][] = [
  ['before a full stop', (mark) => `${SAID} ${mark}.`, `${SAID}.`],
  ['after a full stop', (mark) => `${SAID}. ${mark}`, `${SAID}.`],
  ['at the end of a line', (mark) => `${SAID} ${mark}\nBye.`, `${SAID}\nBye.`],
  ['before a sentence', (mark) => `${SAID}. ${mark} Bye.`, `${SAID}. Bye.`],
  ['in a list', (mark) => `- ${SAID} ${mark}\n- Bye`, `- ${SAID}\n- Bye`],
  [
    'in a table',
    (mark) => `| Day | Hours |\n|---|---|\n| ${SAID} ${mark} | a |\n| Bye | b |`,
    `| Day | Hours |\n|---|---|\n| ${SAID} | a |\n| Bye | b |`,
  ],
  ['in a quotation', (mark) => `> ${SAID} ${mark}\n\nBye.`, `> ${SAID}\n\nBye.`],
  ['in a heading', (mark) => `## ${SAID} ${mark}\n\nBye.`, `## ${SAID}\n\nBye.`],
  ['in bold', (mark) => `**${SAID} ${mark}.** Bye.`, `**${SAID}.** Bye.`],
  ['after bold', (mark) => `**${SAID}** ${mark}.`, `**${SAID}**.`],
  ['on a line of its own', (mark) => `${SAID}.\n\n${mark}\n\nBye.`, `${SAID}.\n\nBye.`],
]

describe('a mark', () => {
  const all: [string, number[]][] = [
    ...ONE.map((form): [string, number[]] => [form, [1]]),
    ...SEVERAL,
  ]
  for (const [place, write, left] of PLACES)
    it(`${place} cites its sources and leaves nothing behind, in every form`, () => {
      for (const [form, numbers] of all) {
        const text = write(form)
        const { content, cited } = readReply(text)
        expect(content, text).to.equal(left)
        // A source says nothing of the whole table.
        if (place !== 'in a table') expect(cited, text).to.deep.equal(numbers)
        expectStreamed(text, [1])
      }
    })

  for (const [place, write, left] of PLACES.filter(([place]) => !/own|sentence/.test(place)))
    it(`of no source goes ${place}`, () => {
      for (const form of STRAY) {
        const text = write(form)
        expect(readReply(text).content, text).to.equal(left)
        expectStreamed(text, [1, 3, 2])
      }
    })
})

const TEXTS: [string, string, number[]][] = [
  // Within a sentence, and directly after a word
  ['We open [1] at nine.', 'We open at nine.', [1]],
  ['We open at nine[1].', 'We open at nine.', [1]],
  [
    'We open at nine,[1] and parcels take two days.[2]',
    'We open at nine, and parcels take two days.',
    [1, 2],
  ],
  [
    'We open at nine [1], parcels take two days [2].',
    'We open at nine, parcels take two days.',
    [1, 2],
  ],
  ['We open at nine, [1].', 'We open at nine.', [1]],
  ['We open at nine – [1].', 'We open at nine.', [1]],
  ['We open at nine. [1].', 'We open at nine.', [1]],
  ['We open at nine… [1]', 'We open at nine…', [1]],
  ['We open at nine, see [1].', 'We open at nine.', [1]],
  ['We open at nine (see our hours [1]).', 'We open at nine (see our hours).', [1]],
  ['**We open at nine[1]**, yes.', '**We open at nine**, yes.', [1]],
  ['_We open at nine_[1].', '_We open at nine_.', [1]],
  ['We open at nine! [1][2]', 'We open at nine!', [1, 2]],
  ['“We open at nine.”[1]', '“We open at nine.”', [1]],
  // Raised numbers
  ['We open at nine¹.', 'We open at nine.', [1]],
  ['We open at nine.¹', 'We open at nine.', [1]],
  ['We open at nine¹,² and so on.', 'We open at nine and so on.', [1, 2]],
  ['We open at nine¹².', 'We open at nine.', [1, 2]],
  ['We open at nine⁽¹⁾.', 'We open at nine.', [1]],
  ['We open at nine<1>.', 'We open at nine.', [1]],
  // Other scripts
  ['我们九点开门[1]。', '我们九点开门。', [1]],
  ['我们九点开门。[1]包裹需要两天。[2]', '我们九点开门。包裹需要两天。', [1, 2]],
  ['我们九点开门（来源：[1]）。', '我们九点开门。', [1]],
  ['私たちは九時に開きます【1】。', '私たちは九時に開きます。', [1]],
  ['نفتح في الساعة التاسعة [1].', 'نفتح في الساعة التاسعة.', [1]],
  [
    'نفتح في الساعة التاسعة [١]، والطرود تستغرق يومين [٢].',
    'نفتح في الساعة التاسعة، والطرود تستغرق يومين.',
    [1, 2],
  ],
  ['אנחנו פותחים בתשע [1].', 'אנחנו פותחים בתשע.', [1]],
  ['हम नौ बजे खुलते हैं [1]।', 'हम नौ बजे खुलते हैं।', [1]],
  ['Мы открываемся в девять (источник: [1]).', 'Мы открываемся в девять.', [1]],
  // At the beginning of a line
  ['[1] We open at nine.', 'We open at nine.', [1]],
  [
    '[1]: We open at nine.\n[2]: Parcels take two days.',
    'We open at nine.\nParcels take two days.',
    [1, 2],
  ],
  [
    '- [1] We open at nine.\n- [2] Parcels take two days.',
    '- We open at nine.\n- Parcels take two days.',
    [1, 2],
  ],
  ['**[1] We open at nine**', '**We open at nine**', [1]],
  // Beside things that are no marks
  ['- [x] We open at nine [1]\n- [ ] Bye', '- [x] We open at nine\n- [ ] Bye', [1]],
  ['In [2024] we open at nine [1].', 'In [2024] we open at nine.', [1]],
  ['Write `a[2]`, we open at nine [1].', 'Write `a[2]`, we open at nine.', [1]],
  ['We open at nine [1]: `x[2]`', 'We open at nine: `x[2]`', [1]],
  ['We open at nine [1].\n\n```\na[2]\n```', 'We open at nine.\n\n```\na[2]\n```', [1]],
  [
    'We open as [here](https://shop.example.com/hours) [1].',
    'We open as [here](https://shop.example.com/hours).',
    [1],
  ],
  ['The lawn has 20 m², and we open at nine [1].', 'The lawn has 20 m², and we open at nine.', [1]],
]

/** Lists of sources, and what else only names them, after `We open at nine [1].` */
const LISTS = [
  'Sources: [1], [2]',
  'Source: [1]',
  'Source: [1].',
  '(Source: [1])',
  'See [1].',
  '**Sources:** [1], [2]',
  '**Sources: [1]**',
  '*Source: [1]*',
  'Quellen: [1], [2]',
  '来源：[1]',
  'Sources: 【1†source】',
  'References:\n[1] Opening hours\n[2] Shipping',
  'Sources:\n- [1] Opening hours\n- [2] Shipping',
  'Sources:\n* [1](https://shop.example.com/help)',
  'Sources:\n- Source 1: Opening hours',
  'Sources:\n[1]: https://shop.example.com/help',
  '**Sources**\n\n1. Opening hours',
  '### References\n\n[1] Opening hours',
  '---\nSources:\n[1] Opening hours',
  '---\n\n**Quellen:**\n- [1] Öffnungszeiten',
  'Fuentes:\n- [1]\n- [2]',
  'Источники:\n[1] Часы работы',
  '[^1]: Opening hours',
  '[1] Opening hours',
  '[1]: Opening hours',
  '---\n[1] Opening hours',
]

describe('the marks of a text', () => {
  for (const [text, left, numbers] of TEXTS)
    it(`go from ${JSON.stringify(text)}`, () => {
      expect(readReply(text)).to.deep.equal({ content: left, cited: numbers })
      expectStreamed(text, [1])
    })

  for (const list of LISTS)
    it(`go with the list ${JSON.stringify(list)}`, () => {
      for (const [more, left] of [
        ['', ''],
        ['\n\nBye.', '\n\nBye.'],
      ] as const) {
        const text = `We open at nine [1].\n\n${list}${more}`
        const { content, cited } = readReply(text)
        expect(content).to.equal(`We open at nine.${left}`)
        expect(cited[0]).to.equal(1)
        expectStreamed(text, [1])
      }
    })

  it('in a list of sources count if the text itself has none', () => {
    expect(
      readReply('We open at nine. Parcels take two days.\n\nSources:\n[1] a\n[2] b'),
    ).to.deep.equal({ content: 'We open at nine. Parcels take two days.', cited: [1, 2] })
  })
})
