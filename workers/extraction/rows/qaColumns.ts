/** The words for a question and its answer, as names of columns and keys, and before a colon. */
const QUESTION =
  words(`question questions query ques prompt frage fragen pregunta preguntas pergunta perguntas domanda
  domande vraag vragen pytanie otázka вопрос питання въпрос питање soru kysymys fråga spørgsmål spørsmål întrebare
  kérdés ερώτηση سؤال السؤال پرسش سوال שאלה प्रश्न सवाल প্রশ্ন คำถาม pertanyaan soalan 问题 問題 质问 質問 问 問 질문 問い jautājums
  klausimas küsimus pitanje vprašanje câuhỏi`)
const ANSWER =
  words(`answer answers response reply completion antwort antworten respuesta respuestas resposta respostas
  risposta risposte réponse réponses reponse antwoord antwoorden odpowiedź odpověď odpoveď ответ відповідь отговор одговор cevap yanıt
  vastaus svar răspuns raspuns válasz απάντηση جواب الجواب إجابة الإجابة اجابة پاسخ תשובה उत्तर जवाब উত্তর คำตอบ jawaban jawapan
  答案 回答 答复 答覆 答 답변 대답 답 答え atbilde atsakymas vastus odgovor trảlời câutrảlời`)

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/))
}

/**
 * Words that may accompany `question` or `answer` in a name: `question_text`, `Answer (HTML)`,
 * `faq-question`, `answer_en`.
 */
const BESIDE = words(
  'faq text title body content html plain the la le en de fr es it pt nl pl ru tr ar zh ja ko',
)

function isCalled(name: string, called: ReadonlySet<string>, letter: string): boolean {
  const tokens = name
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
    .filter(Boolean)
  const own = tokens.filter((token) => !BESIDE.has(token)).join('')
  return own === letter || called.has(own)
}

export const isQuestionName = (name: string) => isCalled(name, QUESTION, 'q')
export const isAnswerName = (name: string) => isCalled(name, ANSWER, 'a')

const or = (names: Iterable<string>) =>
  [...names]
    .sort((a, b) => b.length - a.length)
    .join('|')
    .replace('câuhỏi', 'câu hỏi')
    .replace('trảlời', 'trả lời')

/**
 * Matches the beginning of a question's or an answer's line: `Q:`, `**Frage 3:**`, `- A.`. The
 * group `name` contains the word.
 */
const OPENING = '^[\\s>*_#•·–-]*(?:\\d+[.)]\\s*)?'
const SIGN = '[\\s*_]{0,9}(?:\\d{1,9}[\\s*_]{0,9})?(?<sign>[:：]|[.)）](?=[\\s*_]))[\\s*_]*'
export const QUESTION_SIGN = new RegExp(
  `${OPENING}(?<name>${or(QUESTION)}|[QFPDVSKВПسש])${SIGN}`,
  'iu',
)
export const ANSWER_SIGN = new RegExp(`${OPENING}(?<name>${or(ANSWER)}|[ARCVОВجת])${SIGN}`, 'iu')
/** Matches the beginning of an answer within a line. */
export const ANSWER_INSIDE = new RegExp(
  `(?<=[?？؟;\\s*_])(?<name>${or(ANSWER)}|[ARCVОВجת])${SIGN}`,
  'iu',
)

/** Whether a label is a word. Other labels are single letters, which occur in any text. */
export const isWord = (name: string) => QUESTION.has(joined(name)) || ANSWER.has(joined(name))
const joined = (name: string) => name.toLowerCase().replace(/\s/g, '')

const LETTERS = new Set('QA QR FA PR DR VA SC KV ВО ПВ سج שת'.split(' '))
export const areNames = (question: string, answer: string) =>
  isWord(question) ? isWord(answer) : LETTERS.has((question + answer).toUpperCase())
