import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { FileType } from '../../../shared/lib/fileTypes.ts'
import type { OcrOptions } from '../../../workers/extraction/contract/messages.ts'
import { chunksOf } from '../../../workers/extraction/dispatch.ts'
import { codesFor, knownLanguages } from '../../../workers/extraction/ocr/languageData.ts'
import { makeRecognizer } from '../../../workers/extraction/ocr/recognizer.ts'
import { extract } from '../../../workers/reader/client.ts'
import { makePng } from '../../support/data/attachments.ts'
import {
  faxImage,
  jbig2Image,
  jpeg2000Image,
  jpegImage,
  makeScan,
  picture,
  pngImage,
} from '../../support/data/scans.ts'

const OCR: OcrOptions = { seconds: 600, language: null, folder: null }
const sourceOf = (type: FileType, bytes: Buffer, ocr = OCR) =>
  ({ type, bytes, charset: null, heading: null, ocr }) as const
const read = (type: FileType, bytes: Buffer, ocr = OCR) => chunksOf(sourceOf(type, bytes, ocr))

async function textOf(type: FileType, bytes: Buffer): Promise<string> {
  const { chunks } = await read(type, bytes)
  return chunks.map(({ text }) => text).join('\n')
}

const refusal = (type: FileType, bytes: Buffer, ocr = OCR): Promise<string> =>
  read(type, bytes, ocr).then(
    () => 'it is read',
    ({ code, message }) => `${code}: ${message}`,
  )

const MUSEUM =
  /open daily from nine to five\. Tickets cost twelve euros for adults, and seven for children under sixteen\./
const OWN_TEXT =
  'This page has a text of its own.\\nGroups of ten and more pay half the price in May, in June and in October.'

describe('text in pictures', function () {
  this.timeout(600_000)

  it('is read from a PNG, with the confidence of its words', async () => {
    const { chunks, recognition } = await read('png', picture('museum.png'))
    expect(chunks).to.have.length(1)
    expect(chunks[0]!.text).to.match(MUSEUM)
    expect(chunks[0]).to.not.have.property('page')
    expect(recognition!.read_by).to.equal('ocr')
    expect(recognition!.confidence).to.be.within(0.85, 1)
  })

  it('is read from a JPEG and a WebP @long', async () => {
    expect(await textOf('jpg', picture('museum.jpg'))).to.match(MUSEUM)
    expect(await textOf('webp', picture('museum.webp'))).to.match(MUSEUM)
  })

  it('is read in its own language, also if that is not known @long', async () => {
    expect(await textOf('png', picture('library.png'))).to.match(
      /Bücherei in der Mühlstraße ist täglich geöffnet/,
    )
  })

  it('is read from the pages of a PDF that have none, beside pages of text', async () => {
    const pdf = makeScan([{ text: OWN_TEXT }, { image: faxImage() }, { text: OWN_TEXT }])
    const { chunks, recognition } = await read('pdf', pdf)
    expect(chunks.map(({ text }) => text).join('\n')).to.match(MUSEUM)
    expect(recognition!.read_by).to.equal('text_and_ocr')
  })

  it('is known by its page @long', async () => {
    const blank = { text: '' }
    const { chunks, recognition } = await read('pdf', makeScan([blank, { image: jbig2Image() }]))
    expect(chunks.map(({ page }) => page)).to.deep.equal([2])
    expect(recognition!.read_by).to.equal('ocr')
  })

  it('is read below a stamp, but not from a picture beside text @long', async () => {
    const stamped = makeScan([{ image: faxImage(), text: 'Scanned on 3 May' }])
    expect(await textOf('pdf', stamped))
      .to.match(MUSEUM)
      .and.match(/Scanned on 3 May/)
    const content = 'q 115 0 0 47 10 10 cm /I Do Q'
    const { recognition } = await read(
      'pdf',
      makeScan([{ image: faxImage(), text: 'A letter with a small picture.', content }]),
    )
    expect(recognition).to.deep.equal({ read_by: 'text', confidence: null })
  })

  for (const [name, image] of Object.entries({
    'of a PNG': pngImage('museum.png'),
    'of a JPEG': jpegImage(),
    'of JPEG 2000': jpeg2000Image(),
    'of JBIG2': jbig2Image(),
    'that are masks': faxImage(true),
  }))
    it(`is read from pages ${name} @long`, async () => {
      expect(await textOf('pdf', makeScan([{ image }]))).to.match(MUSEUM)
    })

  it('is read from pages on their side @long', async () => {
    const turned = makeScan([{ image: faxImage(), rotate: 90, mediaBox: '0 0 460 190' }])
    expect(await textOf('pdf', turned)).to.match(MUSEUM)
  })

  it('is read from pages upside down @long', async () => {
    const content = 'q -460 0 0 -190 460 190 cm /I Do Q'
    expect(await textOf('pdf', makeScan([{ image: faxImage(), content }]))).to.match(MUSEUM)
  })

  it('is read from strips of pictures, in forms of their own places @long', async () => {
    // The two halves of the page show the same picture, each its own half of it.
    const half = (y: number) => `q 0 ${y} 460 95 re W n q 460 0 0 190 0 0 cm /I Do Q Q`
    expect(
      await textOf('pdf', makeScan([{ image: faxImage(), content: half(0) + half(95) }])),
    ).to.match(MUSEUM)
  })

  it('is not seen in a picture without any', async () => {
    expect(await refusal('png', makePng(300, 200))).to.match(/^no_text: No text can be recognized/)
    expect(await refusal('pdf', makeScan([{}]))).to.match(/^no_text: The PDF has no text/)
  })

  it('is not read from broken or huge pictures', async () => {
    const huge = makePng(8, 8, { width: 100_000, height: 100_000 })
    expect(await refusal('png', huge)).to.equal(
      'file_unreadable: The picture has 100000 × 100000 pixels; at most 50 million are read.',
    )
    const cut = picture('museum.png').subarray(0, 500)
    const noise = Buffer.concat([cut.subarray(0, 40), Buffer.alloc(5_000, 7)])
    for (const bytes of [cut, noise, cut.subarray(0, 12)])
      expect(await refusal('png', bytes)).to.match(/^file_unreadable: The picture is broken/)
    expect(await refusal('webp', Buffer.from('RIFF\0\0\0\0WEBP'))).to.match(/^file_unreadable: /)
  })

  it('is missed in a sentence that does not ask for what was done', async () => {
    const photo = {
      image: faxImage(),
      content: 'q 460 0 0 0.5 0 99 cm /I Do Q 460 0 0 99 0 -98 cm /I Do',
    }
    const { warnings, recognition } = await read('pdf', makeScan([{ text: OWN_TEXT }, photo]))
    expect(warnings).to.deep.equal(['Page 2 has no text that can be read or recognized.'])
    expect(recognition).to.deep.equal({ read_by: 'text', confidence: null })
  })

  it('stays as it is if the data of its own language are broken @long', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tessdata-'))
    writeFileSync(join(folder, 'deu.traineddata'), 'broken')
    const ocr = { ...OCR, folder }
    const { chunks } = await read('png', picture('library.png'), ocr)
    rmSync(folder, { recursive: true })
    expect(chunks[0]!.text).to.match(/cherei in der/)
  })

  it('has a limit of processor time, for a picture and for a file @long', async () => {
    const none = { ...OCR, seconds: 0 }
    expect(await refusal('png', picture('museum.png'), none)).to.match(
      /^file_unreadable: Recognizing the text of the picture takes too long/,
    )
    expect(await refusal('pdf', makeScan([{ image: faxImage() }]), none)).to.match(
      /^file_unreadable: Recognizing the text of these pages takes too long: 1\./,
    )
    const { warnings } = await read(
      'pdf',
      makeScan([{ text: OWN_TEXT }, { image: faxImage() }]),
      none,
    )
    expect(warnings).to.deep.equal([
      'Recognizing the text of these pages takes too long: 2. Split the file.',
    ])
    const recognizer = makeRecognizer(() => undefined)
    const languages = [knownLanguages(null).get('eng')!]
    const task = { bytes: picture('museum.png'), orientation: 1, languages }
    expect(await recognizer.see(task, 0.01)).to.equal(undefined)
    expect(await recognizer.see({ ...task, bytes: Buffer.from('no picture') }, 60)).to.equal(null)
    expect((await recognizer.see(task, 60))!.blocks).not.to.have.length(0)
    await recognizer.close()
  })

  it('is read in the process that reads files', async () => {
    const { signal } = new AbortController()
    const source = sourceOf('pdf', makeScan([{ image: faxImage() }]))
    const { chunks, recognition } = await extract(source, signal, { seconds: 60 })
    expect(chunks[0]!.text).to.match(MUSEUM)
    expect(recognition!.read_by).to.equal('ocr')
  })
})

describe('the languages of text recognition', () => {
  it('are four, and those of the folder, which go first', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tessdata-'))
    for (const name of [
      'pol.traineddata',
      'chi_sim.traineddata.gz',
      'eng.traineddata',
      'notes.txt',
    ])
      writeFileSync(join(folder, name), '')
    const known = knownLanguages(folder)
    rmSync(folder, { recursive: true })
    expect([...known.keys()]).to.have.members(['eng', 'deu', 'fra', 'spa', 'pol', 'chi_sim'])
    expect(known.get('eng')!.path).to.equal(join(folder, 'eng.traineddata'))
    expect(known.get('deu')!.path).to.match(/deu\.traineddata\.gz$/)
    expect([...knownLanguages(folder).keys()]).to.deep.equal(['eng', 'deu', 'fra', 'spa'])
  })

  it('follow that of the text, with English beside other scripts', () => {
    const data = (code: string) => [code, { code, path: '' }] as const
    const known = new Map(['eng', 'deu', 'rus'].map(data))
    expect(codesFor(known, 'de-AT')).to.deep.equal(['deu'])
    expect(codesFor(known, 'ru')).to.deep.equal(['rus', 'eng'])
    for (const tag of ['pl', 'und', 'constructor', '', null])
      expect(codesFor(known, tag)).to.deep.equal(['eng'])
  })
})
