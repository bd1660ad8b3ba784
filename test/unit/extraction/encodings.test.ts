import { expect } from 'chai'
import type { FileType } from '../../../shared/lib/fileTypes.ts'
import { chunksOf } from '../../../workers/extraction/dispatch.ts'
import { decode } from '../../../workers/extraction/text/text.ts'
import { LEGACY_TEXTS } from '../../support/data/legacyTexts.ts'

const read = async (type: FileType, bytes: Buffer, charset: string | null = null) =>
  (await chunksOf({ type, bytes, charset, heading: null })).chunks.map(({ text }) => text).join(' ')
const outcomeOf = (reading: Promise<string>) =>
  reading.catch(({ code, message }) => `${code}: ${message}`)

describe('a text without a declared encoding', () => {
  for (const [encoding, base64, text] of LEGACY_TEXTS)
    it(`is read as ${encoding} by its characters: ${text.slice(0, 20).replace(/\s/g, ' ')}`, async () => {
      const bytes = Buffer.from(base64, 'base64')
      expect(await decode(bytes, null)).to.equal(text)
      expect(await outcomeOf(read('txt', bytes))).to.not.contain(':')
    })

  it('is read in a page as well', async () => {
    const [, base64, text] = LEGACY_TEXTS.find(([encoding]) => encoding === 'cp1251')!
    const page = Buffer.concat([Buffer.from('<html><body><p>'), Buffer.from(base64, 'base64')])
    expect(await read('html', page)).to.contain(text.split('\n')[0])
    expect(await read('html', page, 'utf-8')).to.contain(text.split('\n')[0])
  })

  it('is UTF-8 if a character is cut or broken', async () => {
    const text = 'Grüße aus Köln, schöne Füße, größer, höher, süß'
    expect(await decode(Buffer.from(text).subarray(0, -1), null)).to.equal(
      text.replace(/ß$/, '\ufffd'),
    )
    expect(
      await decode(Buffer.concat([Buffer.from(`\ufeff${text}`), Buffer.from([0xff])]), null),
    ).to.equal(`${text}\ufffd`)
  })

  it('is UTF-8 if its bytes are, even if its author wrote U+FFFD', async () => {
    for (const text of [
      'It costs 5 \ufffd a day.',
      '\ufffd\ufffd\ufffd a',
      `${'a \ufffd '.repeat(40_000)}b`,
    ]) {
      expect(await decode(Buffer.from(text), null)).to.equal(text)
      expect(await decode(Buffer.from(`\ufeff${text}`), null)).to.equal(text)
    }
    expect(await read('html', Buffer.from('<p>It costs 5 \ufffd a day.</p>'))).to.contain(
      '5 \ufffd a day',
    )
  })

  it('fails if it is not text', async () => {
    const noise = Buffer.from(
      Array.from({ length: 4_000 }, (_, at) => 1 + ((at * at * 31 + at * 7) % 255)),
    )
    expect(await outcomeOf(read('txt', noise))).to.equal(
      'file_unreadable: Its character encoding is unknown. Save it as UTF-8, and upload that.',
    )
    const zeros = Buffer.from('PNG\0\x01\0\x02 data')
    expect(await outcomeOf(read('txt', zeros))).to.match(/^unsupported_content/)
  })
})

describe('windows-1252', () => {
  it('has printable characters where ISO 8859-1 has controls, by each of its names', async () => {
    const bytes = Buffer.from(
      'The caf\xe9\x92s \x93Gr\xfc\xdfe\x94 menu costs \x8014 \x96 ask\x85',
      'latin1',
    )
    for (const charset of [null, 'windows-1252', 'iso-8859-1', 'latin1', 'us-ascii'])
      expect(await read('txt', bytes, charset)).to.equal('The café’s “Grüße” menu costs €14 – ask…')
  })
})
