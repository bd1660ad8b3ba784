import { expect } from 'chai'
import type { FileType } from '../../../shared/lib/fileTypes.ts'
import { questionKey } from '../../../shared/lib/text/terms.ts'
import { chunksOf } from '../../../workers/extraction/dispatch.ts'
import { makePdf } from '../../support/data/documents.ts'

/** Reads pairs as [question, answer], and other texts unchanged. */
const read = async (type: FileType, content: string | Buffer) => {
  const { chunks } = await chunksOf({
    type,
    bytes: Buffer.from(content as string),
    charset: null,
    heading: null,
  })
  return chunks.map(({ text, question_key }) => {
    const [question = '', ...answer] = text.split('\n')
    if (!question_key) return text
    expect(question_key).to.equal(questionKey(question))
    return [question, answer.join('\n')]
  })
}
const page = (body: string) => read('html', `<body><main>${body}</main></body>`)

const LIFT = ['Where is the lift?', 'In the north tower.']
const SAUNA = ['When is it open?', 'From six to ten. Daily.']

describe('questions with their answers', () => {
  it('are no passages without an answer, in any file', async () => {
    const asked = 'Where is the sauna?'
    for (const body of [
      `<h3>${asked}</h3>`,
      `<h3><button>${asked}</button></h3><div hidden></div>`,
      `<h2>Sauna</h2><p><b>${asked}</b></p>`,
      `<h2>Sauna</h2><ul><li>${asked}</ul>`,
    ])
      expect(await page(`<h3>Lift</h3><p>In the north tower.</p>${body}`), body).to.deep.equal([
        'In the north tower.',
      ])
    for (const [type, text] of [
      ['md', `# Lift\n\nIn the north tower.\n\n## ${asked}\n`],
      ['md', `# Lift\n\nIn the north tower.\n\n# Sauna\n\n**${asked}**\n`],
      ['csv', `Question;Answer\n${LIFT.join(';')}\n${asked};\nWhen?;\n`],
    ] as const)
      expect(JSON.stringify(await read(type, text)), text).to.match(/^[^?]*(lift\?[^?]*)?$/)
  })

  it('are passages without an answer if they say more, or there is nothing else', async () => {
    for (const text of [
      'Where is it? Ask us.',
      'It is late. Where is it?',
      'Ask us:\nWhere is it?',
    ])
      expect(await read('md', `# Lift\n\nNorth.\n\n# Sauna\n\n${text}`)).to.have.length(2)
    expect(await read('txt', 'Where is the sauna?')).to.deep.equal(['Where is the sauna?'])
    const empty = await page('<h3>Where is it?</h3><h3>When?</h3>').catch(({ code }) => code)
    expect(empty).to.equal('no_text')
  })

  it('are recognized by the names of columns and keys', async () => {
    const answer = `"${SAUNA[1]}"`
    for (const [question, reply] of [
      ['question', 'answer'],
      ['Q', 'A'],
      ['Frage', 'Antwort'],
      ['prompt', 'response'],
      ['pregunta', 'respuesta'],
      ['question_text', 'Answer (HTML)'],
      ['faqQuestion', 'faqAnswer'],
      ['Вопрос', 'Ответ'],
      ['问题', '答案'],
      ['Câu hỏi', 'Câu trả lời'],
    ]) {
      const csv = `id;${question};${reply}\n1;${LIFT.join(';')}\n2;${SAUNA[0]};${answer}`
      expect(await read('csv', csv), question).to.deep.equal([LIFT, SAUNA])
      const objects = [LIFT, SAUNA].map(([asked, said]) => ({ [question!]: asked, [reply!]: said }))
      expect(
        await read('json', JSON.stringify({ faq: { items: objects } })),
        question,
      ).to.deep.equal([LIFT, SAUNA])
    }
    expect(await read('json', JSON.stringify({ [LIFT[0]!]: LIFT[1], 'Why?': null }))).to.deep.equal(
      [LIFT],
    )
    expect(await read('csv', 'question id,answer id\n1,2')).to.deep.equal([
      'question id: 1; answer id: 2',
    ])
  })

  it('keep the other cells of their row', async () => {
    const bytes = Buffer.from('topic,question,answer\nHouse,Where is the lift?,There.')
    const { chunks } = await chunksOf({ type: 'csv', bytes, charset: null, heading: null })
    expect(chunks.map(({ heading, text }) => [heading, text])).to.deep.equal([
      ['topic: House', 'Where is the lift?\nThere.'],
    ])
    expect(chunks[0]!.words).to.contain('house')
  })

  it('are not made of a question with several answers', async () => {
    const csv =
      'product,question,answer\nTea,How much?,2\nCoffee,How much?,3\nTea,Where?,Here\nCoffee,Where?,Here'
    expect(await read('csv', csv)).to.deep.equal([
      'How much?\n2',
      'How much?\n3',
      ['Where?', 'Here'],
    ])
  })

  it('are recognized by marks before them', async () => {
    for (const text of [
      `Q: ${LIFT[0]}\nA: ${LIFT[1]}\n\nQ: ${SAUNA[0]}\nA: ${SAUNA[1]}`,
      `**Q: ${LIFT[0]}**\nA: ${LIFT[1]}\n\n**Q: ${SAUNA[0]}**\nA: ${SAUNA[1]}`,
      `**Frage 1:** ${LIFT[0]}\n\n**Antwort:** ${LIFT[1]}\n\n**Frage 2:** ${SAUNA[0]}\n\n**Antwort:** ${SAUNA[1]}`,
      `- Pregunta: ${LIFT[0]}\n- Respuesta: ${LIFT[1]}\n- Pregunta: ${SAUNA[0]}\n- Respuesta: ${SAUNA[1]}`,
      `Q. ${LIFT[0]} A. ${LIFT[1]}\nQ. ${SAUNA[0]} A. ${SAUNA[1]}`,
      `问：${LIFT[0]}\n答：${LIFT[1]}\n问：${SAUNA[0]}\n答：${SAUNA[1]}`,
      `В: ${LIFT[0]}\nО: ${LIFT[1]}\nВ: ${SAUNA[0]}\nО: ${SAUNA[1]}`,
    ])
      for (const type of ['txt', 'md'] as const)
        expect(await read(type, text), `${type} ${text}`).to.deep.equal([LIFT, SAUNA])
    expect(await read('pdf', makePdf([`Q: ${LIFT[0]}\nA: ${LIFT[1]}`]))).to.deep.equal([LIFT])
  })

  it('end where the last answer does', async () => {
    const text = `Welcome.\n\nQ: ${LIFT[0]}\nA: ${LIFT[1]}\n\nQ: ${SAUNA[0]}\nA: ${SAUNA[1]}\n\nCall us.`
    expect(await read('txt', text)).to.deep.equal(['Welcome.', LIFT, SAUNA, 'Call us.'])
  })

  it('are not recognized in what only looks alike', async () => {
    for (const text of [
      'A: first choice\nB: second choice\nQ: third choice',
      'Plan A. We walk.\nPlan B. We swim.',
      'Q: What?\nNobody knows.',
      'D. Miller asked.\nR. Smith said no.',
      'Should we go?\n\nWe did not know. It was late.\n\nBut who cares?',
      'question: open',
    ])
      expect(await read('txt', text), text).to.deep.equal([text])
  })

  it('are recognized by headings, bold lines and several lines that ask', async () => {
    expect(
      await read('md', `# FAQ\n## 1. ${LIFT[0]}\n${LIFT[1]}\n## ${SAUNA[0]}\n${SAUNA[1]}`),
    ).to.deep.equal([LIFT, SAUNA])
    expect(
      await read('md', `**${LIFT[0]}**\n${LIFT[1]}\n\n**${SAUNA[0]}**\n\n${SAUNA[1]}`),
    ).to.deep.equal([LIFT, SAUNA])
    expect(
      await page(`<h3>${LIFT[0]}</h3><p>${LIFT[1]}</p><h3>${SAUNA[0]}</h3><p>${SAUNA[1]}</p>`),
    ).to.deep.equal([LIFT, SAUNA])
    expect(
      await page(
        `<p><b>${LIFT[0]}</b><br>${LIFT[1]}</p><p><strong>${SAUNA[0]}</strong></p><p>${SAUNA[1]}</p>`,
      ),
    ).to.deep.equal([LIFT, SAUNA])
    const third = ['Who runs it?', 'We do.']
    const lines = [LIFT, SAUNA, third].map(([question, answer]) => `${question}\n\n${answer}`)
    expect(await read('txt', `${lines.join('\n\n')}\n\nBye.`)).to.deep.equal([
      LIFT,
      SAUNA,
      third,
      'Bye.',
    ])
  })

  it('are not made of headings of articles, or of a table that follows them', async () => {
    const long = 'This is a sentence about it. '.repeat(60).trim()
    expect(
      (await read('md', `# What is new?\n${long}`)).every((text) => typeof text === 'string'),
    ).to.equal(true)
    expect(await read('md', '# What is new?\nMuch.\n## Tea\nGreen.')).to.deep.equal([
      'Much.',
      'Green.',
    ])
    expect(
      await page(`<h3>${LIFT[0]}</h3><p>${LIFT[1]}</p><ul><li>Tea<li>Coffee</ul>`),
    ).to.deep.equal([LIFT, '* Tea\n* Coffee'])
    expect(
      await page('<h3>What is there?</h3><p>We have:</p><ul><li>Tea<li>Coffee</ul>'),
    ).to.deep.equal([['What is there?', 'We have:\n\n* Tea\n* Coffee']])
  })

  it('are made of what a click unfolds, the terms of a list, and the rows of a table of both', async () => {
    const unfolding = ([question, answer]: string[]) =>
      `<details><summary>${question}</summary><p>${answer}</p></details>`
    expect(await page(`${unfolding(LIFT)}${unfolding(SAUNA)}<p>After.</p>`)).to.deep.equal([
      LIFT,
      SAUNA,
      'After.',
    ])
    expect(await page(unfolding(['Menu', 'Home']))).to.deep.equal(['Menu\n\nHome'])
    expect(
      await page(`<dl><dt>${LIFT[0]}</dt><dd>${LIFT[1]}</dd><dt>${SAUNA[0]}<dd>${SAUNA[1]}</dl>`),
    ).to.deep.equal([LIFT, SAUNA])
    const row = (cells: string[], tag = 'td') =>
      `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`
    expect(
      await page(`<table>${row(['Question', 'Answer'], 'th')}${row(LIFT)}${row(SAUNA)}</table>`),
    ).to.deep.equal([LIFT, SAUNA])
    expect(
      await page('<details><summary>Is it?</summary><h3>Yes</h3><p>It is.</p></details>'),
    ).to.deep.equal([['Is it?', 'Yes\n\nIt is.']])
  })

  it('are recognized by columns without names, of which the first has questions', async () => {
    expect(await read('csv', `${LIFT}\n${SAUNA}`)).to.deep.equal([LIFT, SAUNA])
    expect(await read('json', JSON.stringify([LIFT, SAUNA]))).to.deep.equal([LIFT, SAUNA])
    const rows = [LIFT, SAUNA].map(([asked, said]) => `<tr><td>${asked}<td>${said}`)
    expect(await page(`<table>${rows.join('')}</table>`)).to.deep.equal([LIFT, SAUNA])
    expect(await read('csv', 'Who?,Tea,2\nWhere?,Cola,3')).to.deep.equal([
      'Who?; Tea; 2\nWhere?; Cola; 3',
    ])
  })

  it('are recognized by marks below a heading that is a question, too', async () => {
    for (const sign of [`**Q: ${SAUNA[0]}**\nA: `, `**${SAUNA[0]}**\n`])
      expect(await read('md', `## ${LIFT[0]}\n${LIFT[1]}\n\n${sign}${SAUNA[1]}`)).to.deep.equal([
        LIFT,
        SAUNA,
      ])
  })

  it('are read from schema.org, without tags', async () => {
    const faq = {
      '@context': 'https://schema.org',
      '@type': 'FAQPage',
      mainEntity: [LIFT, SAUNA].map(([name, text]) => ({
        '@type': 'Question',
        name,
        acceptedAnswer: { '@type': 'Answer', text: `<p>${text!.replace(' ', ' <b>')}</b><br></p>` },
      })),
    }
    expect(await read('json', JSON.stringify(faq))).to.deep.equal([LIFT, SAUNA])
    expect(await read('json', JSON.stringify([{ '@graph': [faq] }]))).to.deep.equal([LIFT, SAUNA])
    const [one] = faq.mainEntity
    const odd = `${SAUNA[1]}<i hidden>Ignore</i>`
    const answers = [{ text: odd }]
    const other = { '@type': ['Question'], text: SAUNA[0], suggestedAnswer: answers }
    expect(await read('json', JSON.stringify(other))).to.deep.equal([SAUNA])
    expect(await read('json', JSON.stringify({ ...faq, mainEntity: one }))).to.deep.equal([LIFT])
    const open = { '@type': 'Question', name: 'Who?', acceptedAnswer: [] }
    expect(await read('json', JSON.stringify(open))).to.deep.equal(['name: Who?'])
  })

  it('are not recognized by the marks that Parley uses for them', async () => {
    expect(await page('<p>\ufdd0Is it?\ufdd1Yes.\ufdd2</p>')).to.deep.equal(['Is it?Yes.'])
    expect(await read('json', '["\\ufdd0Is it?\\ufdd1Yes.\\ufdd2"]')).to.deep.equal(['Is it?Yes.'])
  })
})
