import { expect } from 'chai'
import { LANGUAGES } from '../../../shared/languages/languages.ts'
import { endsTalk, notKnownIn, readSmallTalk } from '../../../shared/languages/smallTalk.ts'

const answerTo = (text: string, language: string | null = 'en') =>
  readSmallTalk(text, 'Ada', language).answer
/** Returns an agent's answers to a greeting, thanks, a farewell, and assent. */
const answersIn = (language: string) => {
  const { answers } = LANGUAGES.get(language)!.small_talk
  return { ...answers, hello: answers.hello.replace('{name}', 'Ada') }
}

describe('small talk', () => {
  it('ends a chat with thanks and farewells only', () => {
    for (const text of [
      'Thank you very much!',
      'ok thanks, bye',
      'Danke 👍',
      'ありがとうございます',
    ])
      expect(endsTalk(text), text).to.equal(true)
    for (const text of [
      'Hello',
      'Is anybody there?',
      'ok',
      'Sure',
      'No',
      'Thanks?',
      'Thanks, but where is it',
      '👍',
    ])
      expect(endsTalk(text), text).to.equal(false)
  })

  const SAID: [language: string, text: string, kind: 'hello' | 'thanks' | 'bye' | 'fine'][] = [
    ['en', 'ok', 'fine'],
    ['en', 'OK!', 'fine'],
    ['en', '👍', 'fine'],
    ['en', ':)', 'fine'],
    ['en', 'great, thanks!', 'thanks'],
    ['en', 'Thanks 👍', 'thanks'],
    ['en', 'Thank you, Ada.', 'thanks'],
    ['en', 'thanks for your help, bye', 'bye'],
    ['en', 'good evening', 'hello'],
    ['en', 'hello, anyone there?', 'hello'],
    ['de', 'Alles klar, danke!', 'thanks'],
    ['de', 'super', 'fine'],
    ['fr', "D'accord, merci beaucoup", 'thanks'],
    ['es', 'Vale, perfecto', 'fine'],
    ['it', 'Va bene, grazie mille', 'thanks'],
    ['pt', 'Tá bom', 'fine'],
    ['nl', 'oké, dank je wel', 'thanks'],
    ['pl', 'Dziękuję', 'thanks'],
    ['tr', 'tamam', 'fine'],
    ['ar', 'شكرا', 'thanks'],
    ['zh', '好的，谢谢！', 'thanks'],
    ['ja', 'ありがとうございます', 'thanks'],
    ['ko', '감사합니다', 'thanks'],
    ['ru', 'Понятно, спасибо!', 'thanks'],
  ]
  for (const [language, text, kind] of SAID)
    it(`asks nothing: ${text}`, () =>
      expect(answerTo(text, language)).to.equal(answersIn(language)[kind]))

  const ASKED = [
    'ok but where is my parcel?',
    'ok?',
    'ok when',
    'thanks but how',
    'thanks, that did not help',
    'top floor',
    'good parking',
    'no parking',
    'hiking',
    '👎',
    'thanks 😡',
    '?',
    '...',
    '-',
    '()',
    'Thanks, my parcel is broken',
    'Danke, aber das stimmt nicht',
    'merci mais quand',
    'спасибо, а когда',
    '好吃的餐厅',
    '네 그런데 언제',
  ]
  for (const text of ASKED)
    it(`does not hide a question or a statement: ${text}`, () =>
      expect(answerTo(text)).to.equal(undefined))

  it('is recognized in each language that it is answered in', () => {
    for (const [language, { small_talk }] of LANGUAGES) {
      for (const phrase of Object.values(small_talk.phrases).flat())
        expect(answerTo(phrase, language), `${language} ${phrase}`).to.be.oneOf(
          Object.values(answersIn(language)),
        )
      expect(notKnownIn(language)).to.equal(small_talk.not_known)
    }
  })

  it('is answered in the agent’s language if it belongs to that, else in its own', () => {
    expect(answerTo('ok', 'de')).to.equal(answersIn('de').fine)
    expect(answerTo('👍', 'nb-NO')).to.equal(answersIn('no').fine)
    expect(answerTo('grazie', 'de')).to.equal(answersIn('it').thanks)
    expect(answerTo('Ciao', 'en')).to.equal(answersIn('it').hello)
    expect(answerTo('Ciao', 'de-CH')).to.equal(answersIn('de').bye)
    expect(answerTo('Merci', null)).to.equal(answersIn('fr').thanks)
    expect(answerTo('ok', 'xx')).to.equal(answersIn('en').fine)
    expect(answerTo('hallo', 'xx')).to.equal(answersIn('de').hello)
    expect(answerTo('отлично', null)).to.equal(answersIn('ru').fine)
  })

  it('is separated from a question beside it', () => {
    const rest = (text: string) => readSmallTalk(text, 'Ada').rest.trim()
    expect(rest('Hello, when do you open?')).to.equal('when do you open?')
    expect(rest('Hi Ada when do you open')).to.equal('when do you open')
    expect(rest('When do you open? Thanks!')).to.equal('When do you open?')
    expect(rest('Hi, top floor price?')).to.equal('top floor price?')
  })

  it('is searched for in bounded time', () => {
    for (const text of [
      'ha'.repeat(5000),
      'thanks '.repeat(1200),
      '好'.repeat(8000),
      'a'.repeat(199),
    ])
      expect(answerTo(text)).to.equal(undefined)
  })
})
