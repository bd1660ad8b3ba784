import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect } from 'chai'
import Koa from 'koa'
import { errors } from '../../../api/middleware/errors.ts'
import { readUpload } from '../../../api/routes/knowledge/upload.ts'
import { makeUploadCapacity } from '../../../api/uploads/uploadCapacity.ts'
import { TIMES } from '../../../shared/lib/config/times.ts'
import { makeDocx, makePdf } from '../../support/data/documents.ts'
import { makeEpub, makeOpen, makePptx, makeXlsx } from '../../support/data/office.ts'

const MB = 1024 * 1024

describe('an upload', function () {
  this.timeout(120_000)
  let server: Server
  let port: number
  before(async () => {
    const app = new Koa()
    app.silent = true
    // The time that a slow machine takes to send a refused upload.
    Object.assign(app.context, { config: { times: { ...TIMES, discardMs: 120_000 } } })
    app.use(errors() as Koa.Middleware)
    app.use(async (ctx) => {
      const { fields, file } = await readUpload(ctx as never, makeUploadCapacity('one'))
      ctx.body = { fields, file: { ...file, bytes: file.bytes.toString('base64') } }
    })
    server = createServer(app.callback())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  })
  after(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })

  async function send(body: FormData | string | Buffer, headers: Record<string, string> = {}) {
    const init = { method: 'POST', body: body as FormData, headers }
    const response = await fetch(`http://127.0.0.1:${port}/`, init)
    return { status: response.status, body: (await response.json()) as any }
  }

  function form(
    bytes: string | Uint8Array,
    name = 'a.txt',
    fields: [string, string][] = [],
  ): FormData {
    const data = new FormData()
    for (const [field, value] of fields) data.append(field, value)
    data.append('file', new Blob([bytes as string]), name)
    return data
  }

  const BOUNDARY = { 'Content-Type': 'multipart/form-data; boundary=x' }
  const part = (disposition: string, content: string) =>
    `--x\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`
  const FILE = part('name="file"; filename="a.txt"', 'Hello.')
  const END = '--x--\r\n'

  it('yields the file and its fields', async () => {
    const fields: [string, string][] = [
      ['title', 'Prüfung'],
      ['summary', 'Two\nlines'],
      ['agent_ids', 'a, b'],
      ['agent_ids', 'c'],
      ['knowledge_id', ''],
    ]
    const { status, body } = await send(form('Grüße', 'Übersicht 1.txt', fields))
    expect(status).to.equal(200)
    expect(body.fields).to.deep.equal({
      title: 'Prüfung',
      summary: 'Two\nlines',
      agent_ids: ['a', 'b', 'c'],
    })
    expect(body.file).to.include({ file_name: 'Übersicht 1.txt', file_type: 'txt' })
    expect(Buffer.from(body.file.bytes, 'base64').toString()).to.equal('Grüße')
  })

  it('has its type recognized by the ending and the first bytes', async () => {
    for (const [bytes, name, type] of [
      [makePdf(['x']), 'a.PDF', 'pdf'],
      [makeDocx(['x']), 'a.docx', 'docx'],
      [makeXlsx([{ name: 'S', rows: '' }]), 'a.xlsx', 'xlsx'],
      [makePptx([]), 'a.PPTX', 'pptx'],
      [makeOpen('text', ''), 'a.odt', 'odt'],
      [makeEpub({}), 'a.epub', 'epub'],
      ['{\\rtf1 x}', 'a.rtf', 'rtf'],
      ['Subject: x\r\n\r\nx', 'a.eml', 'eml'],
      ['<p>x', 'a.htm', 'html'],
      ['# x', 'a.markdown', 'md'],
      ['a;b', 'a.csv', 'csv'],
      ['{}', 'a.json', 'json'],
    ] as const)
      expect((await send(form(bytes, name))).body.file).to.include({ file_type: type })
  })

  it('with bytes that are not of its type is refused with 422', async () => {
    for (const [bytes, name] of [
      ['no pdf', 'a.pdf'],
      ['no docx', 'a.docx'],
      ['no workbook', 'a.xlsx'],
      ['no book', 'a.epub'],
      ['no rtf', 'a.rtf'],
      ['<p>no e-mail', 'a.eml'],
      ['{\\rtf1 x}', 'a.txt'],
      [makePdf(['x']), 'a.txt'],
      [makeDocx(['x']), 'a.md'],
      [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]), 'a.csv'],
      ['MZ', 'a.exe'],
      ['x', 'noending'],
      ['x', '.txt.'],
    ] as const) {
      const { status, body } = await send(form(bytes, name))
      expect(status, name).to.equal(422)
      expect(body.data.errors[0]).to.include({ field: 'file', code: 'file_type' })
    }
  })

  it('keeps of its name only what follows the last slash', async () => {
    for (const name of [
      '../../etc/a.txt',
      '..\\..\\a.txt',
      '/etc/a.txt',
      'C:\\temp\\a.txt',
      '....//a.txt',
    ])
      expect(
        (await send(part(`name="file"; filename="${name}"`, 'x') + END, BOUNDARY)).body.file,
      ).to.include({
        file_name: 'a.txt',
      })
  })

  it('keeps quotation marks in its name, which browsers escape', async () => {
    const { body } = await send(form('x', 'a %22new%22 100%.txt'))
    expect(body.file.file_name).to.equal('a "new" 100%.txt')
  })

  it('without a file is refused with 422', async () => {
    const nameless = part('name="file"; filename=""', '')
    for (const body of [
      END,
      part('name="title"', 'x') + END,
      nameless + END,
      part('name="file"', 'text') + END,
    ]) {
      const answer = await send(body, BOUNDARY)
      expect(answer.status, body).to.equal(422)
      expect(answer.body.code).to.equal('validation_failed')
      expect(answer.body.data.errors[0]).to.include({ field: 'file', code: 'required' })
    }
  })

  it('with two files, or a field twice, is refused with 422', async () => {
    expect((await send(FILE + FILE + END, BOUNDARY)).body.code).to.equal('validation_failed')
    const title = part('name="title"', 'x')
    expect((await send(title + title + FILE + END, BOUNDARY)).body.code).to.equal(
      'validation_failed',
    )
  })

  it('leaves nested and foreign names to the validation', async () => {
    const names = ['title[x]', 'a.b', '__proto__', 'constructor', 'title[]']
    const body = names.map((name) => part(`name="${name}"`, 'x')).join('') + FILE + END
    const answer = await send(body, BOUNDARY)
    expect(answer.status).to.equal(200)
    expect(Object.keys(answer.body.fields)).to.deep.equal(names)
    const foreignFile = part('name="picture"; filename="a.txt"', 'x')
    expect((await send(foreignFile + FILE + END, BOUNDARY)).body.fields).to.deep.equal({
      picture: '',
    })
  })

  it('that is malformed is refused with 400', async () => {
    const cases: Record<string, string> = {
      nothing: '',
      'no boundary in it': 'hello',
      'no end boundary': FILE,
      'a boundary that is cut': `${FILE}--`,
      'an end within a file': FILE.slice(0, -8),
      'an end within a header': '--x\r\nContent-Disposition: form-da',
      'another boundary': `${FILE.replaceAll('--x', '--y')}--y--\r\n`,
      '10,000 parts': part('name="title"', 'x').repeat(10_000) + END,
      '10,000 empty parts': '--x\r\n\r\n\r\n'.repeat(10_000) + END,
      '10,000 files': FILE.repeat(10_000) + END,
    }
    for (const [name, body] of Object.entries(cases)) {
      const answer = await send(body, BOUNDARY)
      expect(answer.status, name).to.equal(400)
      expect(answer.body.code).to.equal('malformed_request')
    }
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary='])
      expect((await send(FILE + END, { 'Content-Type': type })).status, type).to.equal(400)
  })

  it('that is no multipart form is refused with 415', async () => {
    for (const type of [
      'application/json',
      'text/plain',
      'multipart/mixed; boundary=x',
      'application/octet-stream',
    ])
      expect((await send(FILE + END, { 'Content-Type': type })).status, type).to.equal(415)
  })

  it('of 20 MB is accepted, and of a byte more is refused with 413 @long', async () => {
    expect((await send(form(Buffer.alloc(20 * MB, 'a')))).body.file).to.include({
      file_type: 'txt',
    })
    const over = await send(form(Buffer.alloc(20 * MB + 1, 'a')))
    expect(over.status).to.equal(413)
    expect(over.body.detail).to.contain('20 MB')
    expect((await send(form(Buffer.alloc(30 * MB, 'a')))).status).to.equal(413)
    expect((await send(form('x', 'a.txt', [['summary', 'x'.repeat(20_481)]]))).status).to.equal(413)
  })

  it('with text that cannot be stored is refused with 400', async () => {
    const answer = await send(form('x', 'a.txt', [['title', 'a\0b']]))
    expect(answer.status).to.equal(400)
    expect(answer.body.code).to.equal('invalid_text')
  })

  it('that breaks off leaves the server up', async () => {
    for (const sent of [FILE, FILE.slice(0, 20), '']) {
      const socket = connect(port, '127.0.0.1')
      socket.write(
        `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${BOUNDARY['Content-Type']}\r\nContent-Length: 9999\r\n\r\n${sent}`,
      )
      await new Promise((resolve) => setTimeout(resolve, 50))
      socket.destroy()
    }
    expect((await send(form('x'))).status).to.equal(200)
  })

  it('may come in any pieces', async () => {
    const body = Buffer.from(part('name="title"', 'T') + FILE + END)
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    const answered = new Promise((resolve) =>
      socket.on('data', (data) => (answer += data)).once('close', resolve),
    )
    socket.write(
      `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${BOUNDARY['Content-Type']}\r\nContent-Length: ${body.length}\r\n\r\n`,
    )
    for (const byte of body) {
      socket.write(Buffer.from([byte]))
      await new Promise((resolve) => setImmediate(resolve))
    }
    await answered
    expect(answer)
      .to.match(/^HTTP\/1\.1 200/)
      .and.contain('"title":"T"')
  })
})
