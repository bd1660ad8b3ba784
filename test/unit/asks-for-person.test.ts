import { expect } from 'chai'
import { asksForPerson } from '../../shared/handoffs/asksForPerson.ts'
import { fill, LANGUAGES } from '../../shared/languages/languages.ts'

const ASKING: Record<string, string[]> = {
  en: [
    'Can I talk to a human?',
    'agent',
    'Human please!',
    'Hi, I want to speak to a real person',
    'This does not help. Let me talk to someone.',
    'can I talk to a human about my order 123?',
    'I need a human',
  ],
  fr: ['Puis-je parler à un conseiller, s’il vous plaît ?', 'Je veux parler à un humain'],
  it: ['Vorrei parlare con un operatore'],
  de: [
    'Kann ich mit einem Menschen sprechen?',
    'Ich möchte bitte mit einem Mitarbeiter sprechen.',
    'Verbinden Sie mich mit einem Mitarbeiter',
    'Mitarbeiter!',
  ],
  es: ['Quiero hablar con una persona', '¿Puedo hablar con un agente, por favor?'],
  pt: ['Quero falar com um atendente'],
  nl: ['Ik wil met een medewerker praten', 'Kan ik met iemand praten?'],
  sv: ['Jag vill prata med en människa'],
  da: ['Jeg vil gerne tale med et menneske'],
  no: ['Kan jeg snakke med et menneske?'],
  fi: ['Haluan puhua ihmisen kanssa'],
  pl: ['Chcę rozmawiać z konsultantem'],
  cs: ['Chci mluvit s člověkem'],
  ro: ['Vreau să vorbesc cu un operator'],
  hu: ['Szeretnék egy emberrel beszélni', 'Beszélhetek egy ügyintézővel?'],
  el: ['Θέλω να μιλήσω με έναν άνθρωπο'],
  tr: ['Bir insanla konuşmak istiyorum', 'Müşteri temsilcisine bağlanmak istiyorum'],
  ru: [
    'Хочу поговорить с человеком',
    'Соедините меня с оператором',
    'Оператор',
    'Позовите оператора',
  ],
  uk: ['Хочу поговорити з людиною'],
  bg: ['Искам да говоря с човек'],
  ar: ['أريد التحدث مع شخص حقيقي', 'هل يمكنني التحدث إلى موظف؟'],
  fa: ['می‌خواهم با یک انسان صحبت کنم', 'میخواهم با کارشناس صحبت کنم'],
  he: ['אני רוצה לדבר עם נציג', 'אפשר לדבר עם בן אדם?'],
  hi: ['मुझे किसी इंसान से बात करनी है'],
  bn: ['আমি একজন মানুষের সাথে কথা বলতে চাই'],
  th: ['ขอคุยกับเจ้าหน้าที่', 'อยากคุยกับคนจริงๆ ครับ'],
  vi: ['Tôi muốn nói chuyện với nhân viên', 'cho tôi gặp nhân viên'],
  id: ['Saya ingin bicara dengan manusia'],
  zh: ['转人工', '我要人工客服', '我想和真人聊聊'],
  ja: ['人間と話したいです', '担当者につないでください', 'オペレーター'],
  ko: ['사람과 이야기하고 싶어요', '상담원 연결해 주세요', '상담원'],
}

const NOT_ASKING = [
  'I do not want to talk to a human.',
  'How many people work for you?',
  'What does the agent cost?',
  'Do you ship to Norway?',
  'I like talking to a human being more than to my dog, does the lamp do that?',
  'Ich will nicht mit einem Menschen sprechen',
  'Is the lamp made by a person?',
  'Can I talk to my friend with this phone?',
  'The product is for one person, right?',
  '人工智能是什么',
  'この商品は人に優しいですか',
  'How do I become an agent?',
  'contact',
  'No quiero hablar con una persona',
  '',
  '?',
  'Who is the representative of your company?',
  'I was told to talk to a human, but nobody came',
]

describe('a request for a person', () => {
  for (const [language, texts] of Object.entries(ASKING))
    it(`is understood in ${language}`, () => {
      for (const text of texts) expect(asksForPerson(text, 'Ada'), text).to.equal(true)
    })

  it('is not found in other texts', () => {
    for (const text of NOT_ASKING) expect(asksForPerson(text, 'Ada'), text).to.equal(false)
  })

  it('is understood by each sentence and word of each language', () => {
    for (const [language, { person_requests }] of LANGUAGES) {
      const { people, sentences } = person_requests
      const all = [
        ...people,
        ...sentences.map((sentence) => fill(sentence, { person: people[0]! })),
      ]
      for (const text of all)
        expect(asksForPerson(text, 'Ada'), `${language}: ${text}`).to.equal(true)
    }
  })
})
