import { expect } from 'chai'
import iconv from 'iconv-lite'
import { looksLike } from '../../../shared/lib/fileTypes.ts'
import { chunksOf } from '../../../workers/extraction/dispatch.ts'

const read = (bytes: Buffer) => chunksOf({ type: 'eml', bytes, charset: null, heading: null })
/** Reads an e-mail, and returns each passage below the path of its headings. */
const passagesOf = async (bytes: Buffer) =>
  (await read(bytes)).chunks.map(({ heading, text }) => `${heading}: ${text}`)
const outcomeOf = (bytes: Buffer) =>
  read(bytes).then(
    () => 'read',
    ({ code, message }) => `${code}: ${message}`,
  )

const crlf = (text: string) => text.replace(/\r?\n/g, '\r\n')
const HEAD = 'From: Ana <ana@mail.example>\nSubject: Offer\nMIME-Version: 1.0\n'
const FIRST = 'Offer: From: Ana <ana@mail.example>\n\n'
/** Makes an e-mail of its head in ASCII, and its body as bytes or in ASCII. */
const mail = (head: string, body: string | Buffer, top = HEAD) =>
  Buffer.concat([Buffer.from(crlf(`${top}${head}\n\n`)), Buffer.from(body)])
const mime = (boundary: string, ...parts: string[]) =>
  crlf(`${parts.map((part) => `--${boundary}\n${part}\n`).join('')}--${boundary}--\n`)

const quoted = (bytes: Buffer) =>
  [...bytes].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
const TRANSFERS: Record<string, (bytes: Buffer) => string | Buffer> = {
  '8bit': (bytes) => bytes,
  'Quoted-Printable': (bytes) =>
    quoted(bytes)
      .match(/.{1,72}(?<=[^=].)(?<=[^=])/g)!
      .join('=\r\n'),
  base64: (bytes) => bytes.toString('base64').replace(/.{76}/g, '$&\r\n'),
}

describe('the text of an e-mail', () => {
  const texts: [charset: string, text: string][] = [
    ['windows-1252', 'The room costs 50€ a night – it’s “quiet”.'],
    ['iso-8859-1', 'The room costs 50€ a night – it’s “quiet”.'],
    ['iso-8859-15', 'Das Zimmer kostet 50€, Œuvre, größer'],
    ['windows-1250', 'Pokój kosztuje 50€ – „cichy” źdźbło'],
    ['windows-1251', 'Номер стоит 50€ – «тихий»'],
    ['koi8-r', 'Мы открыты каждый день'],
    ['utf-8', 'Das Zimmer kostet 50€ – 😊'],
  ]
  for (const [charset, text] of texts)
    it(`keeps each character of ${charset}, however it is transferred`, async () => {
      const encoding = charset === 'iso-8859-1' ? 'windows-1252' : charset
      for (const [transfer, encode] of Object.entries(TRANSFERS)) {
        const head = (type: string) =>
          `Content-Type: ${type};\n\tcharset="${charset}"\nContent-Transfer-Encoding: ${transfer}`
        const plain = mail(head('text/plain'), encode(iconv.encode(text, encoding)))
        expect(await passagesOf(plain), transfer).to.deep.equal([FIRST + text])
        const html = `<html><head><meta charset="utf-8"></head><body><p>${text}</p></body></html>`
        const page = mail(head('text/html'), encode(iconv.encode(html, encoding)))
        expect(await passagesOf(page), transfer).to.deep.equal([FIRST + text])
      }
    })

  it('is read whatever its charset is called', async () => {
    const named: [label: string, encoding: string][] = [
      ['cp-850', 'cp850'],
      ['x-mac-roman', 'macintosh'],
      ['ansi_x3.4', 'windows-1252'],
      ['utf8', 'utf-8'],
      ['unicode-1-1-utf-7', 'utf-7'],
      ['default', 'windows-1252'],
      ['x-unknown', 'utf-8'],
      ['utf-8', 'windows-1252'],
      ['windows-1252', 'utf-8'],
      ['us-ascii', 'windows-1252'],
    ]
    for (const [label, encoding] of named)
      expect(
        await passagesOf(
          mail(
            `Content-Type: text/plain; charset=${label}`,
            iconv.encode('Würfel für Köln', encoding),
          ),
        ),
        label,
      ).to.deep.equal([`${FIRST}Würfel für Köln`])
    expect(
      await passagesOf(mail('Content-Type: text/plain', iconv.encode('It’s 50€', 'windows-1252'))),
    ).to.deep.equal([`${FIRST}It’s 50€`])
    const utf16 = Buffer.from('\ufeffKöln – 5€', 'utf16le').toString('base64')
    const head = 'Content-Type: text/plain; charset=UTF-16\nContent-Transfer-Encoding: base64'
    expect(await passagesOf(mail(head, utf16))).to.deep.equal([`${FIRST}Köln – 5€`])
  })

  it('has its paragraphs whole if it says where lines were wrapped', async () => {
    const body = 'This is a long \r\nParagraph.\r\nNew.\r\n'
    expect(await passagesOf(mail('Content-Type: text/plain; format=flowed', body))).to.deep.equal([
      `${FIRST}This is a long Paragraph.\nNew.`,
    ])
    const quoted = '> When do you \n> open? \n>> Soon.\nWe open \nat nine.'
    expect(await passagesOf(mail('Content-Type: text/plain; format=flowed', quoted))).to.deep.equal(
      [`${FIRST}> When do you open?\n>> Soon.\nWe open at nine.`],
    )
  })

  it('is read from parts that are cut, without boundary, or nested', async () => {
    const type = 'Content-Type: multipart/mixed; boundary="----=_Part;1"'
    const cut = 'preamble\r\n------=_Part;1\r\nContent-Type: text/plain\r\n\r\nHello\r\n'
    expect(await passagesOf(mail(type, cut))).to.deep.equal([`${FIRST}Hello`])
    const continued = `Content-Type: multipart/mixed; boundary*0="ab";\n boundary*1="cd"`
    const named = "Content-Type: text/plain; charset*=us-ascii''windows-1252\n\n"
    expect(
      await passagesOf(
        Buffer.from(mail(continued, mime('abcd', `${named}50\x80`)).toString(), 'latin1'),
      ),
    ).to.deep.equal([`${FIRST}50€`])
    expect(await passagesOf(mail('Content-Type: multipart/mixed', 'Just text'))).to.deep.equal([
      `${FIRST}Just text`,
    ])
    const related = `Content-Type: multipart/related; boundary=ab1\n\n${mime('ab1', 'Content-Type: text/html\n\n<p>Page</p>', 'Content-Type: image/png\n\nzz')}`
    const forms = mime('ab', 'Content-Type: text/plain\n\nPlain', related)
    expect(
      await passagesOf(mail('Content-Type: multipart/alternative; boundary=ab', forms)),
    ).to.deep.equal([`${FIRST}Page`])
    const empty = mime(
      'ab',
      'Content-Type: text/plain\n\nPlain',
      'Content-Type: text/html\n\n<p></p>',
    )
    expect(
      await passagesOf(mail('Content-Type: multipart/alternative; boundary=ab', empty)),
    ).to.deep.equal([`${FIRST}Plain`])
  })

  it('is refused with the reason if only Outlook can read it', async () => {
    const body = mime('ab', 'Content-Type: application/ms-tnef; name=winmail.dat\n\nzz')
    expect(await outcomeOf(mail('Content-Type: multipart/mixed; boundary=ab', body))).to.match(
      /^file_unreadable: .*winmail\.dat/,
    )
  })
})

describe('a whole e-mail', () => {
  const text = crlf('From: Ana <ana@mail.example>\nSubject: Größe €\n\nKöln – 5€\n')
  const expected = ['Größe €: From: Ana <ana@mail.example>\n\nKöln – 5€']

  it('may be UTF-16, with a byte order mark or without', async () => {
    const little = Buffer.from(text, 'utf16le')
    const marked = Buffer.from(`\ufeff${text}`, 'utf16le')
    for (const bytes of [
      little,
      marked,
      Buffer.from(little).swap16(),
      Buffer.from(marked).swap16(),
    ])
      expect(await passagesOf(bytes)).to.deep.equal(expected)
  })

  it('may have a byte order mark, the line of a mailbox, or other line ends', async () => {
    for (const other of [
      `\ufeff${text}`,
      `From ana@mail.example Mon Dec 05 17:09:55 2022\r\n${text}`,
      text.replaceAll('\r\n', '\n'),
      text.replaceAll('\r\n', '\r'),
    ])
      expect(await passagesOf(Buffer.from(other))).to.deep.equal(expected)
    expect(looksLike('eml', Buffer.from('\ufeff<p>No e-mail</p>', 'utf16le'))).to.equal(false)
  })
})

describe('the headers of an e-mail', () => {
  const top = async (bytes: Buffer) => (await passagesOf(bytes))[0]!.split('\n')[0]

  it('are decoded, encoded words and bytes alike', async () => {
    const subjects: [raw: string, text: string][] = [
      [
        '=?windows-1252?Q?Price_50=80_=96_it=92s?= =?iso-8859-1?Q?_gr=FC=DFe?=',
        'Price 50€ – it’s grüße',
      ],
      ['=?utf-8?B?R3LD?=\r\n =?UTF-8?B?vG4=?= tail', 'Grün tail'],
      ['=?iso-8859-1*de?Q?Gr=FC=DFe?=', 'Grüße'],
      ['=?koi8-r?B?8NLJ18XU?=', 'Привет'],
      ['=?x-unknown?Q?Gr=C3=BC=C3=9Fe?=', 'Grüße'],
      ['=?no? word', '=?no? word'],
    ]
    for (const [raw, text] of subjects)
      expect(await top(Buffer.from(`Subject: ${raw}\r\nFrom: a@mail.example\r\n\r\nx`))).to.equal(
        `${text}: From: a@mail.example`,
      )
  })

  it('may have bytes beyond ASCII that nothing encodes', async () => {
    const header = (text: string, charset: string) =>
      `From: Jürgen Müller <j@mail.example>\r\nSubject: ${text}\r\nContent-Type: text/plain${charset}\r\n\r\nx`
    const subject = 'Größe & Preis – 5€'
    const expected = `${subject}: From: Jürgen Müller <j@mail.example>`
    for (const [encoding, charset] of [
      ['windows-1252', '; charset=windows-1252'],
      ['windows-1252', '; charset=utf-8'],
      ['windows-1252', ''],
      ['utf-8', '; charset=windows-1252'],
      ['utf-8', ''],
    ] as const)
      expect(await top(iconv.encode(header(subject, charset), encoding))).to.equal(expected)
  })

  it('keep names with commas, quotes and groups apart', async () => {
    const raw = [
      'From: =?iso-8859-1?Q?M=FCller=2C_J=FCrgen?= <j@mail.example>',
      'To: "=?utf-8?B?w5ZsLCBHbWJI?=" <o@mail.example>, =?windows-1252?Q?Ana_=93A=94?= <a@mail.example>',
      'Subject: x',
    ]
    expect(await top(Buffer.from(`${raw.join('\r\n')}\r\n\r\nx`))).to.equal(
      'x: From: Müller, Jürgen <j@mail.example>; To: Öl, GmbH <o@mail.example>, Ana “A” <a@mail.example>',
    )
  })
})

describe('a forwarded message', () => {
  const expected = [
    `${FIRST}See below.`,
    'Offer › Boiler: From: Kim <k@mail.example>; Date: 2 March 2026 at 08:00\n\nThe valve costs 2€.',
  ]
  const message = (type: string, body: string) =>
    `${type}\n\nFrom: Kim <k@mail.example>\nDate: 2 March 2026 at 08:00\nSubject: Boiler\n${body}`
  const body = `Content-Type: text/plain; charset=windows-1252\nContent-Transfer-Encoding: quoted-printable\n\nThe valve costs 2=80.`

  it('has its own subject, sender and date, also as an attachment', async () => {
    for (const type of [
      'Content-Type: message/rfc822',
      'Content-Type: message/rfc822; name=a.eml\nContent-Disposition: attachment; filename=a.eml',
    ]) {
      const parts = mime(
        'ab',
        '\nSee below.',
        message(type, body),
        'Content-Type: text/html\nContent-Disposition: attachment\n\n<p>Not read</p>',
      )
      expect(
        await passagesOf(mail('Content-Type: multipart/mixed; boundary=ab', parts)),
      ).to.deep.equal(expected)
    }
  })

  it('is not read from a report that it was not delivered', async () => {
    const parts = mime('ab', '\nSee below.', message('Content-Type: message/rfc822', body))
    expect(
      await passagesOf(mail('Content-Type: multipart/report; boundary=ab', parts)),
    ).to.deep.equal([`${FIRST}See below.`])
  })

  it('is a section of its own within a text', async () => {
    const lines = {
      Gmail:
        '---------- Forwarded message ---------\nFrom: Kim <k@mail.example>\nDate: 2 March 2026 at 08:00\nSubject: Boiler\n\n\nThe valve costs 2€.',
      Outlook:
        '________________________________\nVon: Kim <k@mail.example>\nGesendet: 2 March 2026 at 08:00\nBetreff: Boiler\n\nThe valve costs 2€.',
      Apple:
        '> Begin forwarded message:\n> \n> From: Kim <k@mail.example>\n> Subject: Boiler\n> Date: 2 March 2026 at 08:00\n> \n> The valve costs 2€.',
      Thunderbird:
        '-------- Forwarded Message --------\nSubject: \tBoiler\nDate: \t2 March 2026 at 08:00\nFrom: \tKim <k@mail.example>\n\n\n\nThe valve costs 2€.',
      French:
        '-------- Message transféré --------\nDe : Kim <k@mail.example>\nEnvoyé : 2 March 2026 at 08:00\nObjet : Boiler\n\nThe valve costs 2€.',
    }
    for (const [program, text] of Object.entries(lines))
      expect(
        await passagesOf(mail('Content-Type: text/plain; charset=utf-8', `See below.\n\n${text}`)),
        program,
      ).to.deep.equal(expected)
    const rows = [
      ['Betreff', 'Boiler'],
      ['Datum', '2 March 2026 at 08:00'],
      ['Von', 'Kim &lt;k@mail.example&gt;'],
    ].map(([name, value]) => `<tr><th>${name}: </th><td>${value}</td></tr>`)
    const table = `<p>See below.</p>-------- Weitergeleitete Nachricht --------<table>${rows.join('')}</table><br><p>The valve costs 2€.</p>`
    expect(await passagesOf(mail('Content-Type: text/html; charset=utf-8', table))).to.deep.equal(
      expected,
    )
    const html =
      '<p>See below.</p><div><p><b>From:</b> Kim &lt;k@mail.example&gt;<br><b>Sent:</b> 2 March 2026 at 08:00<br><b>Subject:</b> Boiler</p></div><p>The valve costs 2€.</p>'
    expect(await passagesOf(mail('Content-Type: text/html; charset=utf-8', html))).to.deep.equal(
      expected,
    )
  })

  it('is none where a text only has similar lines', async () => {
    const text = 'The train leaves\nFrom: Bern\nTo: Basel\nPrice: 40'
    expect(await passagesOf(mail('Content-Type: text/plain', text))).to.deep.equal([FIRST + text])
  })
})

describe('an invitation', () => {
  const event = (lines: string) =>
    crlf(`BEGIN:VCALENDAR\nMETHOD:REQUEST\nBEGIN:VEVENT\n${lines}\nEND:VEVENT\nEND:VCALENDAR\n`)
  const weekly = event(`ORGANIZER;CN="Müller, Kim":mailto:kim@mail.example
DESCRIPTION;LANGUAGE=de-DE:Bitte kommt\\, pünktlich.\\nRaum ist
  gebucht\\; danke
RRULE:FREQ=WEEKLY;UNTIL=20260630T070000Z;INTERVAL=2;BYDAY=TU,TH
SUMMARY:Jour fixe
DTSTART;TZID=W. Europe Standard Time:20260310T090000
DTEND;TZID=W. Europe Standard Time:20260310T103000
LOCATION:Raum 4\\, Hof
A broken line
BEGIN:VALARM
DESCRIPTION:REMINDER
END:VALARM`)
  const text = `Event: Jour fixe
When: Tuesday, 10 March 2026, 09:00 to 10:30 (time zone W. Europe Standard Time)
Repeats: every 2 weeks on Tuesday, Thursday until Tuesday, 30 June 2026
Where: Raum 4, Hof
Organizer: Müller, Kim <kim@mail.example>

Bitte kommt, pünktlich.
Raum ist gebucht; danke`
  const type = 'Content-Type: text/calendar; charset=utf-8; method=REQUEST'

  it('says what, when, where and who, also if the e-mail is nothing else', async () => {
    expect(await passagesOf(mail(type, weekly))).to.deep.equal([FIRST + text])
    const base64 = `${type}\nContent-Transfer-Encoding: base64`
    expect(await passagesOf(mail(base64, Buffer.from(weekly).toString('base64')))).to.deep.equal([
      FIRST + text,
    ])
  })

  it('is read once beside the text, if it is attached as well', async () => {
    const forms = `Content-Type: multipart/alternative; boundary=in\n\n${mime('in', '\nYou are invited.', 'Content-Type: text/html\n\n<p>You are invited.</p>', `${type}\n\n${weekly}`)}`
    const file = `Content-Type: application/ics; name=invite.ics\nContent-Disposition: attachment\n\n${weekly}`
    expect(
      await passagesOf(
        mail('Content-Type: multipart/mixed; boundary=out', mime('out', forms, file)),
      ),
    ).to.deep.equal([`${FIRST}You are invited.\n\n${text}`])
  })

  it('says which day of a month it repeats on', async () => {
    const rules: [rule: string, words: string][] = [
      ['FREQ=MONTHLY;BYDAY=1MO;COUNT=12', 'every month on the first Monday, 12 times'],
      ['FREQ=MONTHLY;BYDAY=2TU,4TU', 'every month on the second Tuesday, the fourth Tuesday'],
      ['FREQ=MONTHLY;BYDAY=FR;BYSETPOS=-1', 'every month on the last Friday'],
      ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', 'every month'],
    ]
    for (const [rule, words] of rules)
      expect(
        await passagesOf(mail(type, event(`SUMMARY:Council\nRRULE:${rule}`))),
        rule,
      ).to.deep.equal([`${FIRST}Event: Council\nRepeats: ${words}`])
  })

  it('has times as they are written', async () => {
    const times: [lines: string, when: string][] = [
      ['DTSTART:20260310T090000Z', 'Tuesday, 10 March 2026, 09:00 UTC'],
      ['DTSTART:20260310T090000\nDURATION:PT1H30M', 'Tuesday, 10 March 2026, 09:00 to 10:30'],
      ['DTSTART;VALUE=DATE:20260501\nDTEND;VALUE=DATE:20260502', 'Friday, 1 May 2026'],
      [
        'DTSTART;VALUE=DATE:20260501\nDTEND;VALUE=DATE:20260504',
        'Friday, 1 May 2026 to Sunday, 3 May 2026',
      ],
      [
        'DTSTART;TZID=Asia/Tokyo:20260310T220000\nDTEND;TZID=Asia/Tokyo:20260311T010000',
        'Tuesday, 10 March 2026, 22:00 (time zone Asia/Tokyo) to Wednesday, 11 March 2026, 01:00 (time zone Asia/Tokyo)',
      ],
    ]
    for (const [lines, when] of times)
      expect(await passagesOf(mail(type, event(`SUMMARY:Call\n${lines}`)))).to.deep.equal([
        `${FIRST}Event: Call\nWhen: ${when}`,
      ])
  })

  it('says that it is cancelled', async () => {
    const body = event('SUMMARY:Call').replace('REQUEST', 'CANCEL')
    expect(await passagesOf(mail(type, body))).to.deep.equal([
      `${FIRST}Event: Call\nStatus: cancelled`,
    ])
  })
})
