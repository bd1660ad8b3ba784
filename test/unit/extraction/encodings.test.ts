import { expect } from 'chai'
import iconv from 'iconv-lite'
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

  it('is UTF-16 if every other byte is NUL, whatever is named', async () => {
    const bytes = Buffer.from('Die Fähre fährt täglich.', 'utf16le')
    for (const charset of ['utf-8', 'iso-8859-1', 'us-ascii', null])
      expect(await decode(bytes, charset), String(charset)).to.equal('Die Fähre fährt täglich.')
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

/** A table of parts in ASCII alone, longer than the 64 KB from which an encoding is guessed. */
const LONG_TABLE = `part,remark\n${'P-1,standard carton with twelve units\n'.repeat(2_000)}`

describe('an encoding of which a file shows little', () => {
  const tables: [encoding: string, row: string][] = [
    ['shift_jis', 'P-900,冷蔵品'],
    ['shift_jis', 'P-900,サイズ違い'],
    ['euc-jp', 'P-900,りんごジュース'],
    ['gbk', 'P-900,冷藏食品'],
    ['big5', 'P-900,冷藏食品'],
    ['euc-kr', 'P-900,김치찌개'],
    ['windows-1251', 'P-900,Стул'],
    ['windows-1252', 'P-900,Café “à la crème” – 5 €'],
    ['macintosh', 'P-900,Würfel aus Köln'],
    ['cp850', 'P-900,Würfel aus Köln'],
  ]
  for (const [encoding, row] of tables)
    it(`is read as ${encoding} by a row at the end of a long table`, async () => {
      for (const before of ['part,remark\n', LONG_TABLE])
        expect(await decode(iconv.encode(`${before}${row}\n`, encoding), null)).to.equal(
          `${before}${row}\n`,
        )
    })

  it('is read as that of DOS or of an old Macintosh, if windows-1252 makes no words', async () => {
    const german = 'Artikel;Preis;Ort\nWürfel;12,50;Zürich\nStraße;3;München\n'
    const french = 'Nom;Prix\nCafé crème;2,50\nPâté en croûte;8,90\nPoulet rôti à la braise;6\n'
    const polish = 'nazwa;cena\nŻółta gęś;12\nŁódź;5\nkrótki dzień;9\n'
    const russian = 'Мы открыты каждый день. Вход свободный.\n'
    for (const [text, ...encodings] of [
      [german, 'macintosh', 'cp850', 'cp437', 'windows-1252'],
      [german.replaceAll('\n', '\r'), 'macintosh'],
      [french, 'macintosh', 'cp850', 'windows-1252'],
      [polish, 'cp852', 'windows-1250', 'iso-8859-2'],
      [russian, 'x-mac-cyrillic', 'ibm866', 'windows-1251', 'koi8-r'],
    ] as const)
      for (const encoding of encodings) {
        const label = encoding.replace('x-mac-', 'mac').replace('ibm866', 'cp866')
        expect(await decode(iconv.encode(text, label), null), encoding).to.equal(text)
      }
  })

  it('stays windows-1252 for texts with a few quotes, dashes or letters', async () => {
    for (const text of [
      'it’s don’t they’ll we’re',
      'L’été, c’est l’idéal : 50 € – “génial” œuvre',
      'Va bene. C’è altro?',
      'A cost–benefit analysis of 5 m² at 20 °C',
    ])
      expect(await decode(iconv.encode(text, 'windows-1252'), null)).to.equal(text)
  })

  it('is ISO-2022-JP by its escapes', async () => {
    expect(await decode(Buffer.from('\x1b$B46<U\x1b(B ok', 'latin1'), null)).to.equal('感謝 ok')
  })
})

describe('a declared encoding', () => {
  it('is known by the names that programs write', async () => {
    const named: [text: string, encoding: string, ...labels: string[]][] = [
      ['Würfel – it’s €', 'windows-1252', 'cp1252', 'win-1252', 'ISO_8859-1', 'latin-1'],
      ['Würfel – it’s €', 'windows-1252', 'ansi_x3.4', 'ascii', 'iso-8859-1-windows-3.1-latin-1'],
      ['Würfel', 'cp850', 'cp-850', 'IBM850', 'x-cp850', 'dos-850'],
      ['Würfel Ž €', 'iso-8859-15', 'ISO8859_15', 'iso885915', 'latin9'],
      ['Würfel “é”', 'macintosh', 'x-mac-roman', 'MacRoman', 'mac'],
      ['Žlutý kůň', 'cp852', 'cp852', 'ibm-852'],
      ['Würfel € ☺', 'utf-8', 'utf8', 'UTF_8', '"utf-8"', 'utf8mb4'],
      ['Würfel', 'utf-7', 'utf-7', 'unicode-1-1-utf-7'],
      ['営業時間', 'shift_jis', 'x-sjis', 'windows-932', 'cp932', 'shiftjis'],
      ['感謝します', 'euc-jp', 'eucJP', 'x-euc-jp', 'eucjp-ms'],
      ['안녕하세요', 'euc-kr', 'ks_c_5601-1987', 'cp949', 'uhc'],
      ['我们八点开门', 'gbk', 'GB2312', 'x-gbk', 'cp936', 'euc-cn'],
      ['Ștefan', 'iso-8859-16', 'ISO-8859-16', 'iso885916'],
    ]
    for (const [text, encoding, ...labels] of named)
      for (const label of labels)
        expect(await decode(iconv.encode(text, encoding), label), label).to.equal(text)
  })

  it('does not count if its name means nothing', async () => {
    for (const label of ['default', 'x-unknown', 'unknown-8bit', '8bit', '', '_autodetect_all']) {
      expect(await decode(Buffer.from('Würfel €'), label), label).to.equal('Würfel €')
      expect(await decode(iconv.encode('it’s 5 €', 'windows-1252'), label)).to.equal('it’s 5 €')
    }
  })

  it('does not count if the bytes say otherwise', async () => {
    const meta = (charset: string, text: string) => `<meta charset="${charset}"><p>${text}</p>`
    const russian = 'Привет, мир! Мы открыты каждый день'
    const wrong: [text: string, encoding: string, label: string | null][] = [
      [meta('utf-16', 'The pier café opens at 7.'), 'utf-8', null],
      [meta('utf-8', 'Tür für 5 €'), 'utf-8', 'iso-8859-1'],
      [meta('windows-1251', russian), 'windows-1251', 'iso-8859-1'],
      [russian, 'windows-1251', 'iso-8859-1'],
      [russian, 'windows-1251', 'utf-8'],
      [russian, 'utf-8', 'windows-1251'],
      ['営業時間はいつですか', 'shift_jis', 'us-ascii'],
      ['it’s quiet, don’t worry', 'windows-1252', 'gb2312'],
      ['我们每天八点开门', 'utf-8', 'gb2312'],
      ['Plain text', 'utf-8', 'utf-16'],
    ]
    for (const [text, encoding, label] of wrong)
      expect(await decode(iconv.encode(text, encoding), label, 'html'), text).to.equal(text)
    const cut = Buffer.from('Grüße aus Köln, schön süß').subarray(0, -1)
    expect(await decode(cut, 'iso-8859-1')).to.equal('Grüße aus Köln, schön sü\ufffd')
  })

  it('counts if the bytes do not say otherwise', async () => {
    for (const [text, encoding] of [
      ['我们每天八点开门, it是 OK', 'gb2312'],
      ['Füße', 'iso-8859-15'],
      ['Žluťoučký kůň', 'windows-1250'],
      ['┌──────┐\n│ Name │\n└──────┘', 'cp437'],
    ] as const)
      expect(await decode(iconv.encode(text, encoding), encoding), encoding).to.equal(text)
    const bigEndian = Buffer.from('Ünï', 'utf16le').swap16()
    expect(await decode(bigEndian, 'utf-16')).to.equal('Ünï')
    const page = '<?xml version="1.0" encoding="windows-1251"?><html><p>Ёж</p></html>'
    expect(await decode(iconv.encode(page, 'windows-1251'), null, 'html')).to.equal(page)
  })
})
