import { expect } from 'chai'
import { extractAnswer } from '../../../workers/extractive/extractive.ts'
import { ASIDES } from '../../../workers/smalltalk/acknowledgements.ts'
import { answersIn } from '../../../workers/smalltalk/cannedReplies.ts'
import { SAID } from '../../../workers/smalltalk/greetings.ts'
import { courtesyOf, readCourtesy } from '../../../workers/smalltalk/smalltalk.ts'

const of = (text: string, language = 'en') => courtesyOf(text, 'Ada', language)?.courtesy

describe('a courtesy', () => {
  const COURTESIES: [string, string, string][] = [
    ...(
      [
        ['ok', 'fine'],
        ['OK!', 'fine'],
        ['👍', 'fine'],
        ['👋', 'hello'],
        ['🙏', 'thanks'],
        ['👍👍🎉', 'fine'],
        [':)', 'fine'],
        ['😂', 'fine'],
        ['hahaha', 'fine'],
        ['lol', 'fine'],
        ['thank you so much for your help', 'thanks'],
        ['Thanks for the quick reply!', 'thanks'],
        ['thanks Ada, you are great', 'thanks'],
        ['great, thanks!', 'thanks'],
        ['Thanks 👍', 'thanks'],
        ['that helped', 'thanks'],
        ['That was really helpful, thank you', 'thanks'],
        ["no thanks, that's all", 'bye'],
        ['No, thank you.', 'bye'],
        ["That's all, bye", 'bye'],
        ['good evening', 'hello'],
        ['bye bye', 'bye'],
        ['got it, perfect', 'fine'],
        ["ok that's all", 'bye'],
        ['That answers my question, thanks!', 'thanks'],
        ['Thanks for your time, have a great weekend!', 'bye'],
        ['hello, anyone there?', 'hello'],
        ['how are you?', 'hello'],
      ] as const
    ).map(([text, courtesy]): [string, string, string] => ['en', text, courtesy]),
    ['de', 'Alles klar, danke!', 'thanks'],
    ['de', 'Danke für Ihre schnelle Hilfe', 'thanks'],
    ['de', 'Nein danke, das war alles.', 'bye'],
    ['de', 'Danke, das war alles.', 'thanks'],
    ['de', 'super', 'fine'],
    ['fr', "D'accord, merci beaucoup", 'thanks'],
    ['fr', 'Merci pour votre aide !', 'thanks'],
    ['fr', 'Non merci, c’est tout', 'bye'],
    ['es', 'Vale, perfecto', 'fine'],
    ['es', 'jajaja', 'fine'],
    ['es', 'Gracias por todo', 'thanks'],
    ['it', 'Va bene, grazie mille', 'thanks'],
    ['it', 'No grazie, è tutto', 'bye'],
    ['pt', 'Tá bom, obrigada pela ajuda', 'thanks'],
    ['pt', 'kkkk', 'fine'],
    ['nl', 'oké, dank je wel voor de hulp', 'thanks'],
    ['sv', 'okej, tack för hjälpen', 'thanks'],
    ['fi', 'selvä, kiitos avusta', 'thanks'],
    ['pl', 'Dziękuję za szybką odpowiedź', 'thanks'],
    ['cs', 'Ne, to je vše. Díky!', 'bye'],
    ['ro', 'Am înțeles, mulțumesc', 'thanks'],
    ['hu', 'Rendben, köszönöm', 'thanks'],
    ['el', 'Εντάξει, ευχαριστώ για τη βοήθεια', 'thanks'],
    ['tr', 'Yardımınız için çok teşekkürler', 'thanks'],
    ['tr', 'tamam', 'fine'],
    ['ru', 'Понятно, спасибо за помощь!', 'thanks'],
    ['ru', 'ахахаха', 'fine'],
    ['uk', 'Ні, це все, дякую', 'bye'],
    ['ar', 'تمام، شكرا على المساعدة', 'thanks'],
    ['ar', 'ههههه', 'fine'],
    ['fa', 'باشه، خیلی ممنون', 'thanks'],
    ['he', 'בסדר, תודה על העזרה', 'thanks'],
    ['hi', 'ठीक है, मदद के लिए धन्यवाद', 'thanks'],
    ['bn', 'আচ্ছা, ধন্যবাদ', 'thanks'],
    ['th', 'โอเค ขอบคุณสำหรับความช่วยเหลือครับ', 'thanks'],
    ['vi', 'Vâng, cảm ơn bạn đã giúp', 'thanks'],
    ['id', 'Oke, terima kasih atas bantuannya', 'thanks'],
    ['zh', '好的，谢谢你的帮助！', 'thanks'],
    ['zh', '哈哈哈', 'fine'],
    ['ja', 'わかりました。教えてくれてありがとうございます', 'thanks'],
    ['ko', '네, 친절하게 알려주셔서 감사합니다', 'thanks'],
    ['ko', 'ㅋㅋㅋ', 'fine'],
  ]
  for (const [language, text, courtesy] of COURTESIES)
    it(`asks nothing: ${text}`, () => expect(of(text, language)).to.equal(courtesy))

  const NONE: [string, string][] = [
    ...[
      'ok but where is my parcel?',
      'ok but where is it',
      'ok when',
      'ok?',
      'Is it good?',
      'thanks but how',
      'thanks, that did not help',
      'Thanks for your help, where is my parcel',
      'Thanks, my parcel is broken',
      'great, it is broken again',
      'top floor',
      'good parking',
      'thanks for parcel 123',
      'no delivery',
      'no parking',
      '👎',
      'thanks 😡',
      '?',
      '...',
      'hello parking',
      'hiking',
    ].map((text): [string, string] => ['en', text]),
    ['de', 'Danke, aber das stimmt nicht'],
    ['de', 'ok und wann'],
    ['de', 'Danke, wo ist mein Paket'],
    ['de', 'gut erreichbar'],
    ['it', 'non va bene'],
    ['vi', 'không được'],
    ['fr', 'merci mais quand'],
    ['fr', "d'accord et la livraison"],
    ['es', 'vale pero cuándo'],
    ['it', 'grazie ma come'],
    ['ru', 'спасибо, а когда'],
    ['ru', 'хорошо, но где'],
    ['ru', 'все билеты'],
    ['tr', 'tamam ama ne zaman'],
    ['pl', 'dobrze, ale kiedy'],
    ['ar', 'شكرا ولكن متى'],
    ['hi', 'धन्यवाद लेकिन कब'],
    ['zh', '好的，但是什么时候'],
    ['zh', '好吃的餐厅'],
    ['zh', '行李寄存'],
    ['ja', 'はい、でもいつ'],
    ['ko', '네 그런데 언제'],
    ['th', 'ขอบคุณ แต่เมื่อไหร่'],
    ['vi', 'cảm ơn nhưng khi nào'],
  ]
  for (const [language, text] of NONE)
    it(`does not hide what is asked or told: ${text}`, () => expect(of(text, language)).to.equal(undefined))

  it('is told in each language that it is answered in', () => {
    for (const [language, said] of Object.entries(SAID)) {
      for (const courtesy of ['hello', 'thanks', 'bye'] as const)
        for (const phrase of said[courtesy].split('|'))
          expect(of(phrase, language), `${language} ${phrase}`).to.not.equal(undefined)
      const { fine, done } = ASIDES[language]!
      for (const phrase of [...fine.split('|'), ...done.split('|')])
        expect(of(phrase, language), `${language} ${phrase}`).to.not.equal(undefined)
      expect(answersIn(language).fine).to.be.a('string')
    }
  })

  const reply = (question: string, language: string) =>
    extractAnswer([
      {
        role: 'system',
        content: `You are Ada, an assistant who answers people on behalf of a company.\nYour language: Some (${language}). If the user writes in another one, answer in the user's.`,
      },
      { role: 'user', content: question },
    ])

  it('is answered in the agent’s language where it has none of its own, else in its own', () => {
    expect(reply('ok', 'de')).to.equal('Alles klar. Gibt es noch etwas?')
    expect(reply('👍', 'nb-NO')).to.equal('Greit. Er det noe mer?')
    expect(reply('👋', 'ja')).to.match(/^こんにちは/)
    expect(reply('ok, grazie', 'de')).to.equal("Prego! C'è altro?")
    expect(reply('ahahah', 'xx')).to.equal('All right. Is there anything else?')
  })

  it('is answered in the language that the word is from, where the agent’s has it not', () => {
    expect(courtesyOf('Ciao', 'Ada', 'en')).to.deep.include({ courtesy: 'hello' })
    expect(courtesyOf('Ciao', 'Ada', 'en')!.languages[0]).to.equal('it')
    expect(courtesyOf('Merci', 'Ada', 'en')!.languages[0]).to.equal('fr')
    expect(courtesyOf('Ciao', 'Ada', 'de-CH')).to.deep.include({ courtesy: 'bye' })
    expect(courtesyOf('Ciao!', 'Ada', 'it')).to.deep.include({ courtesy: 'hello' })
  })

  it('leaves what is asked beside it', () => {
    expect(readCourtesy('Hello, when do you open?', 'Ada').rest).to.equal('when do you open')
    expect(readCourtesy('Hi, top floor price?', 'Ada').rest).to.equal('top floor price')
  })

  it('is looked for in bounded time', () => {
    for (const text of ['ha'.repeat(5000), 'thanks '.repeat(1200), '好'.repeat(8000), 'a'.repeat(199)])
      expect(of(text)).to.equal(undefined)
  })
})
