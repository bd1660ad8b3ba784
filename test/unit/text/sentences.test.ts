import { expect } from 'chai'
import fc from 'fast-check'
import { sentencesOf } from '../../../shared/lib/text/sentences.ts'
import { piecesOf } from '../../../workers/language/pieces.ts'
import { disguised } from '../../../workers/marks/disguise.ts'
import { RUNS_ALL } from '../../support/run/runsAll.ts'

describe('sentences', () => {
  for (const [language, ...sentences] of [
    [
      'en',
      'Dr. Brown treats adults.',
      'Mr. and Mrs. Dean pay.',
      'He met J. R. Smith at St. Mary St. 5.',
    ],
    [
      'en',
      'See No. 5, fig. 3 and p. 12, e.g. on Jan. 5.',
      'See No. 5.',
      'It is approx. Ten.',
      'Ask Acme Inc. Boston.',
    ],
    ['en', 'We open at 5 p.m. Monday to Friday.', 'In the U.S. We ship.', 'Wait... There is more.'],
    [
      'en',
      'It costs 5.',
      'We close at 6 pm.',
      'Since 1998.',
      'It weighs 5 kg.',
      'Use a PDF.',
      'Eggs, etc.',
      'No.',
    ],
    ['en', '1. Open the door.', '2. Close it.', '10. Wait.'],
    ['en', '“Really?” he asked.', '"Yes." she said.', '(See below.)', 'Then **stop.**', 'Go!'],
    [
      'en',
      'Read [Really? Yes!](http://x) and ![x](http://evil/?q=1) or http://a.example/?Q=A!',
      'Well?',
    ],
    ['en', 'It is long.[2]', 'It is deep [3].', 'He (that is Mr. X. of Bern. Or not.) came.'],
    [
      'de',
      'Die Praxis ist im 2. Stock links.',
      'Am 3. März und 1. und 2. Klasse.',
      'Nr. 5 kostet ca. Zehn, z. B. Tee.',
    ],
    ['de', 'Friedrich II. König war Hr. Dr. med. Müller.', '„Komm.“', 'Er sagte: »Ja.«', 'Gut.'],
    ['fr', 'M. Dupont et Mme. Curie vont av. J.-C. Dupont.', '« Bonjour ! » dit-il.', 'Bien ?'],
    [
      'es',
      'La Sra. García atiende en la Avda. Libertad núm. 14.',
      '¿Cuándo?',
      'El Dr. Pérez opera.',
    ],
    ['it', 'La Sig.ra Rossi della S.p.A. Verdi abita in P.za Duomo.', 'Il Dott. Neri è qui.'],
    ['pt', 'O Exmo. Sr. Silva mora na Av. Brasil.', 'A Profa. Ana chega.'],
    ['nl', 'Dhr. Jansen woont bijv. Hier.', 'Mw. De Vries komt.'],
    ['pl', 'Mieszka na ul. Długiej, al. Jana.', 'To np. Kraków, godz. 9.00.'],
    ['cs', 'Dne 5. Května na nám. Míru.', 'Ing. Novák přijde.'],
    ['hu', 'A Kossuth u. 5, fsz. Kettő.', 'XIV. Lajos király őszinte.', 'Kb. Ötven.'],
    ['tr', 'Atatürk Cad. No. 5 Ankara.', '2. Dünya Savaşı başladı.', 'Doç. Dr. Yılmaz geldi.'],
    ['da', 'F.eks. København.', 'Den 3. etage, kl. 9.', 'Hr. Jensen kom.'],
    ['ro', 'Bd. Unirii nr. 5, str. Lungă.', 'Dl. Pop vine.'],
    [
      'ru',
      'Офис на ул. Ленина, д. 5, кв. 12.',
      'Директор — И. И. Петров.',
      '— Да! — сказал он.',
      'В 5 ч. Утра.',
    ],
    ['uk', 'Ми на вул. Шевченка, буд. 5.', 'Так.'],
    ['el', 'Πότε ανοίγετε;', 'Στις 9.', 'Ο κ. Παππάς και η Δρ. Νίκα.'],
    ['ka', 'გამარჯობა!', 'კარგად.', 'მადლობა.'],
    ['ar', 'ما هي الساعة؟', 'د. أحمد هنا.', 'الساعة التاسعة.'],
    ['ur', 'یہ ٹھیک ہے۔', 'ہاں۔'],
    ['hi', 'डॉ. शर्मा यहाँ हैं।', 'मूल्य रु. 500 है।'],
    ['hy', 'Բարև։', 'Լավ։'],
    ['am', 'ሰላም።', 'እንዴት ነህ፧'],
    ['km', 'សួស្តី។', 'អរគុណ។'],
    ['th', 'เปิด 10.00 น. ถึง 20.00 น. โทร. 02 123 ดร. สมชาย'],
    ['ko', '안녕하세요.', '9시에 엽니다.'],
    [
      'de',
      'Wir sind in der Hauptstr. 12 und am Marktpl. 3.',
      'Es kostet mind. 50 Euro.',
      'Es war mild.',
    ],
    ['fr', "Voir l'art. L. 162-5 du code.", 'La rue du Gén. Leclerc est fermée.', 'Bien.'],
    [
      'es',
      'El visado de EE. UU. Tarda un mes.',
      'Los JJ. OO. París.',
      'Sí.',
      'Con pilas AA.',
      'Bien.',
    ],
    ['it', 'Nel sec. XX e nel cap. V del libro.', 'Ecco.'],
    ['en', 'I changed my mind.', 'We like modern art.', 'I paint.', 'It is it.', 'A 5 km run.'],
    ['ru', 'Это стоит прим. 1500 рублей.', 'Мы прим.', 'Да.'],
    ['tr', 'Fiyat yakl. 850,50 liradır.', 'Evet.'],
    ['hi', 'डॉ. आर. के. शर्मा एम. जी. रोड पर हैं।', 'क्लिनिक यहाँ है.', 'हमने कोशिश की.', 'हम आए.'],
    ['mr', 'वि. दा. सावरकर आणि पु. ल. देशपांडे.', 'ते आले.'],
    ['ta', 'எம். ஜி. ராமச்சந்திரன் வந்தார்.', 'கே. பாலச்சந்தர் சென்றார்.'],
    ['te', 'ఎన్. టి. రామారావు వచ్చారు.', 'అతను వెళ్ళాడు.'],
    ['gu', 'એમ. કે. ગાંધી અહીં છે.', 'તે આવ્યા.'],
    ['vi', 'TP. Hồ Chí Minh có ThS. Nguyễn.', 'Vâng.'],
  ] as const)
    it(`of ${language} end where they end: ${sentences[0]}`, () => {
      expect(sentencesOf(sentences.join(' '))).to.deep.equal(sentences)
    })

  it('need no blanks between them in scripts without blanks', () => {
    expect(sentencesOf('我们九点开门。“你好！”他说。几点？')).to.deep.equal([
      '我们九点开门。',
      '“你好！”',
      '他说。',
      '几点？',
    ])
    expect(sentencesOf('何ですか?はい「行こう。」そう。')).to.deep.equal([
      '何ですか?',
      'はい「行こう。」',
      'そう。',
    ])
  })

  it('continue after a quotation, and after an initial without a blank, in Japanese', () => {
    const sentences = [
      '「予約が必要です。」と書いてあります。',
      '「本当？」って言う。',
      '「はい。」',
      'とても良い。',
      '院長はA. Smith博士です。',
    ]
    expect(sentencesOf(sentences.join(''))).to.deep.equal(sentences)
  })

  it('include the footnotes behind them, also in the brackets that they have in a prompt', () => {
    const sentences = [
      'Built in 1931.[1][2]',
      'It weighs 5 t.[8]',
      'It is 212 m tall[3] and has 48 floors.[4][citation needed]',
      'Ruth Dale built it.[note 5]',
      'It burned.[[6]]',
      'It stands.【7】',
    ]
    expect(sentencesOf(sentences.join(' '))).to.deep.equal(sentences)
    expect(sentencesOf(disguised(sentences.join(' ')))).to.deep.equal(sentences.map(disguised))
  })

  it('end with their line', () => {
    expect(sentencesOf(' One\n\ntwo. Three \n')).to.deep.equal(['One', 'two.', 'Three'])
  })

  it('together contain all of a text, in its order and word for word', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'Dr.',
        ' ',
        '. ',
        '? ',
        '(',
        ')',
        '[1]',
        '\n',
        'a',
        'B',
        '5.',
        '。',
        '“',
        '...',
      ),
      fc.string({ unit: 'grapheme' }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('')
        let at = 0
        for (const sentence of sentencesOf(text)) {
          at = text.indexOf(sentence, at)
          expect(at).not.to.equal(-1)
          at += sentence.length
        }
        expect(sentencesOf(text).join('').replace(/\s/g, '')).to.equal(text.replace(/\s/g, ''))
      }),
    )
  })

  it('are whole up to 1,000 characters, and of Thai, which has no full stops, up to 400', () => {
    const long = `${'The tenant pays, '.repeat(50)}and leaves.`
    expect(piecesOf(long)).to.deep.equal([long])
    expect(piecesOf('ผู้เช่าจ่าย '.repeat(50)).length).to.be.above(1)
  })

  it('are found in linear time: in quadratic time all of it would take minutes', function () {
    for (const text of [
      'Dr. A. 5. ',
      '. ',
      '(. ',
      '[. A',
      '?x',
      '。',
      'a.',
      '( b. C ',
      '.[1]',
      '.)',
      '.⟦1',
      'str. 1',
      'के. ',
      '」と',
    ])
      sentencesOf(text.repeat((RUNS_ALL ? 500_000 : 50_000) / text.length))
  })
})
