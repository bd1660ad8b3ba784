import { codeOf } from '../../shared/text/languageCodes.ts'
import type { Courtesy } from './greetings.ts'

/**
 * What `builtin:extractive` says that stands in no knowledge, in each language (BCP 47). `{name}` is the agent's. No pronoun
 * where the language can do without: neither stiff nor familiar.
 */
const ANSWERS: Record<string, Record<Courtesy | 'notKnown', string>> = {
  en: {
    hello: 'Hello! I am {name}. How can I help?',
    thanks: "You're welcome! Is there anything else?",
    bye: 'Goodbye, and all the best!',
    fine: 'All right. Is there anything else?',
    notKnown: 'I could not find an answer to that in what I know.',
  },
  de: {
    hello: 'Hallo! Ich bin {name}. Wie kann ich helfen?',
    thanks: 'Gern geschehen! Gibt es noch etwas?',
    bye: 'Auf Wiedersehen und alles Gute!',
    fine: 'Alles klar. Gibt es noch etwas?',
    notKnown: 'Darauf habe ich in meinen Informationen keine Antwort gefunden.',
  },
  fr: {
    hello: 'Bonjour ! Je suis {name}. Comment puis-je aider ?',
    thanks: 'Avec plaisir ! Y a-t-il autre chose ?',
    bye: 'Au revoir et bonne continuation !',
    fine: 'Très bien. Y a-t-il autre chose ?',
    notKnown: "Je n'ai pas trouvé de réponse à cette question dans mes informations.",
  },
  es: {
    hello: '¡Hola! Soy {name}. ¿En qué puedo ayudar?',
    thanks: '¡De nada! ¿Hay algo más?',
    bye: '¡Hasta pronto!',
    fine: 'De acuerdo. ¿Hay algo más?',
    notKnown: 'No he encontrado una respuesta a eso en la información que tengo.',
  },
  it: {
    hello: 'Ciao! Sono {name}. Come posso aiutare?',
    thanks: "Prego! C'è altro?",
    bye: 'Arrivederci e buona giornata!',
    fine: "Va bene. C'è altro?",
    notKnown: 'Non ho trovato una risposta nelle informazioni che ho.',
  },
  pt: {
    hello: 'Olá! Eu sou {name}. Como posso ajudar?',
    thanks: 'De nada! Há mais alguma coisa?',
    bye: 'Até breve e tudo de bom!',
    fine: 'Certo. Há mais alguma coisa?',
    notKnown: 'Não encontrei uma resposta para isso nas informações que tenho.',
  },
  nl: {
    hello: 'Hallo! Ik ben {name}. Waarmee kan ik helpen?',
    thanks: 'Graag gedaan! Is er nog iets?',
    bye: 'Tot ziens en een fijne dag!',
    fine: 'Prima. Is er nog iets?',
    notKnown: 'Daar heb ik in mijn informatie geen antwoord op gevonden.',
  },
  sv: {
    hello: 'Hej! Jag heter {name}. Hur kan jag hjälpa till?',
    thanks: 'Varsågod! Är det något mer?',
    bye: 'Hej då och ha det bra!',
    fine: 'Okej. Är det något mer?',
    notKnown: 'Jag hittade inget svar på det i min information.',
  },
  da: {
    hello: 'Hej! Jeg er {name}. Hvordan kan jeg hjælpe?',
    thanks: 'Det var så lidt! Er der andet?',
    bye: 'Farvel og hav det godt!',
    fine: 'Godt. Er der andet?',
    notKnown: 'Det fandt jeg ikke noget svar på i mine oplysninger.',
  },
  no: {
    hello: 'Hei! Jeg er {name}. Hvordan kan jeg hjelpe?',
    thanks: 'Bare hyggelig! Er det noe mer?',
    bye: 'Ha det bra!',
    fine: 'Greit. Er det noe mer?',
    notKnown: 'Det fant jeg ikke noe svar på i informasjonen min.',
  },
  fi: {
    hello: 'Hei! Olen {name}. Miten voin auttaa?',
    thanks: 'Ole hyvä! Onko vielä jotain muuta?',
    bye: 'Näkemiin ja kaikkea hyvää!',
    fine: 'Selvä. Onko vielä jotain muuta?',
    notKnown: 'En löytänyt siihen vastausta tiedoistani.',
  },
  pl: {
    hello: 'Dzień dobry! Jestem {name}. W czym mogę pomóc?',
    thanks: 'Nie ma za co! Czy coś jeszcze?',
    bye: 'Do widzenia i wszystkiego dobrego!',
    fine: 'Dobrze. Czy coś jeszcze?',
    notKnown: 'W dostępnych informacjach nie ma odpowiedzi na to pytanie.',
  },
  cs: {
    hello: 'Dobrý den! Jsem {name}. Jak mohu pomoci?',
    thanks: 'Není zač! Je ještě něco?',
    bye: 'Na shledanou a hezký den!',
    fine: 'Dobře. Je ještě něco?',
    notKnown: 'Odpověď na to v dostupných informacích není.',
  },
  ro: {
    hello: 'Bună ziua! Sunt {name}. Cu ce pot ajuta?',
    thanks: 'Cu plăcere! Mai este ceva?',
    bye: 'La revedere și toate cele bune!',
    fine: 'Bine. Mai este ceva?',
    notKnown: 'Nu am găsit un răspuns la această întrebare în informațiile pe care le am.',
  },
  hu: {
    hello: 'Üdvözlöm! {name} vagyok. Miben segíthetek?',
    thanks: 'Szívesen! Van még valami?',
    bye: 'Viszontlátásra, minden jót!',
    fine: 'Rendben. Van még valami?',
    notKnown: 'Erre nem találtam választ a rendelkezésemre álló információkban.',
  },
  el: {
    hello: 'Γεια σας! Είμαι {name}. Πώς μπορώ να βοηθήσω;',
    thanks: 'Παρακαλώ! Υπάρχει κάτι άλλο;',
    bye: 'Αντίο και ό,τι καλύτερο!',
    fine: 'Εντάξει. Υπάρχει κάτι άλλο;',
    notKnown: 'Δεν βρήκα απάντηση σε αυτό στις πληροφορίες που έχω.',
  },
  tr: {
    hello: 'Merhaba! Ben {name}. Nasıl yardımcı olabilirim?',
    thanks: 'Rica ederim! Başka bir şey var mı?',
    bye: 'Hoşça kalın!',
    fine: 'Tamam. Başka bir şey var mı?',
    notKnown: 'Bunun yanıtını elimdeki bilgilerde bulamadım.',
  },
  ru: {
    hello: 'Здравствуйте! Я {name}. Чем могу помочь?',
    thanks: 'Пожалуйста! Что-нибудь ещё?',
    bye: 'До свидания, всего доброго!',
    fine: 'Хорошо. Что-нибудь ещё?',
    notKnown: 'В имеющихся у меня сведениях ответа на это не нашлось.',
  },
  uk: {
    hello: 'Вітаю! Я {name}. Чим можу допомогти?',
    thanks: 'Будь ласка! Чи є ще щось?',
    bye: 'До побачення, на все добре!',
    fine: 'Добре. Чи є ще щось?',
    notKnown: 'У наявних відомостях відповіді на це не знайшлося.',
  },
  bg: {
    hello: 'Здравейте! Аз съм {name}. С какво мога да помогна?',
    thanks: 'Няма защо! Има ли още нещо?',
    bye: 'Довиждане и всичко добро!',
    fine: 'Добре. Има ли още нещо?',
    notKnown: 'Не намерих отговор на това в информацията, с която разполагам.',
  },
  ar: {
    hello: 'مرحبًا! معك {name}. كيف يمكنني المساعدة؟',
    thanks: 'على الرحب والسعة! هل من شيء آخر؟',
    bye: 'مع السلامة!',
    fine: 'حسنًا. هل من شيء آخر؟',
    notKnown: 'لم أجد إجابة عن ذلك في المعلومات المتوفرة لدي.',
  },
  fa: {
    hello: 'سلام! من {name} هستم. چطور می‌توانم کمک کنم؟',
    thanks: 'خواهش می‌کنم! مورد دیگری هست؟',
    bye: 'خدانگهدار!',
    fine: 'بسیار خوب. مورد دیگری هست؟',
    notKnown: 'در اطلاعاتی که دارم پاسخی برای این پرسش پیدا نکردم.',
  },
  he: {
    hello: 'שלום! כאן {name}. איך אפשר לעזור?',
    thanks: 'בבקשה! יש עוד משהו?',
    bye: 'להתראות!',
    fine: 'בסדר. יש עוד משהו?',
    notKnown: 'לא נמצאה תשובה לכך במידע שברשותי.',
  },
  hi: {
    hello: 'नमस्ते! मैं {name} हूँ। मैं क्या मदद करूँ?',
    thanks: 'आपका स्वागत है! क्या कुछ और है?',
    bye: 'अलविदा, शुभ दिन!',
    fine: 'ठीक है। क्या कुछ और है?',
    notKnown: 'मेरी जानकारी में इसका उत्तर नहीं मिला।',
  },
  bn: {
    hello: 'নমস্কার! আমি {name}। কীভাবে সাহায্য করতে পারি?',
    thanks: 'আপনাকে স্বাগত! আর কিছু আছে?',
    bye: 'বিদায়, ভালো থাকবেন!',
    fine: 'ঠিক আছে। আর কিছু আছে?',
    notKnown: 'আমার কাছে থাকা তথ্যে এর উত্তর পাইনি।',
  },
  th: {
    hello: 'สวัสดี! นี่คือ {name} มีอะไรให้ช่วยไหม?',
    thanks: 'ด้วยความยินดี! มีอะไรอีกไหม?',
    bye: 'ลาก่อน ขอให้โชคดี!',
    fine: 'ได้เลย มีอะไรอีกไหม?',
    notKnown: 'ไม่พบคำตอบสำหรับคำถามนี้ในข้อมูลที่มีอยู่',
  },
  vi: {
    hello: 'Xin chào! Tôi là {name}. Tôi có thể giúp gì?',
    thanks: 'Không có gì! Còn điều gì nữa không?',
    bye: 'Tạm biệt và chúc mọi điều tốt lành!',
    fine: 'Vâng. Còn điều gì nữa không?',
    notKnown: 'Tôi không tìm thấy câu trả lời trong những thông tin mình có.',
  },
  id: {
    hello: 'Halo! Saya {name}. Apa yang bisa saya bantu?',
    thanks: 'Sama-sama! Ada hal lain?',
    bye: 'Sampai jumpa!',
    fine: 'Baik. Ada hal lain?',
    notKnown: 'Saya tidak menemukan jawabannya dalam informasi yang saya miliki.',
  },
  zh: {
    hello: '您好！我是{name}。有什么可以帮您？',
    thanks: '不客气！还有其他问题吗？',
    bye: '再见，祝一切顺利！',
    fine: '好的。还有其他问题吗？',
    notKnown: '在我掌握的资料中没有找到这个问题的答案。',
  },
  ja: {
    hello: 'こんにちは。{name}です。どのようなご用件でしょうか？',
    thanks: 'どういたしまして。ほかにご質問はありますか？',
    bye: 'ありがとうございました。またのご利用をお待ちしております。',
    fine: '承知しました。ほかにご質問はありますか？',
    notKnown: '手元の情報には、その答えが見つかりませんでした。',
  },
  ko: {
    hello: '안녕하세요! {name}입니다. 무엇을 도와드릴까요?',
    thanks: '천만에요! 더 필요하신 것이 있나요?',
    bye: '안녕히 가세요. 좋은 하루 되세요!',
    fine: '알겠습니다. 더 필요하신 것이 있나요?',
    notKnown: '제가 가진 정보에서는 그에 대한 답을 찾지 못했습니다.',
  },
}

/** Malay is answered in Indonesian. */
const NEAR: Readonly<Record<string, string>> = { ms: 'id' }

/** In that language (BCP 47), or in English. */
export function answersIn(language: string) {
  const code = codeOf(language)
  return ANSWERS[NEAR[code] ?? code] ?? ANSWERS.en!
}
