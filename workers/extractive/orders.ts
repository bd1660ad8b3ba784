/**
 * Words for `ignore`, for what is ignored, and for the one who is addressed, in the main languages.
 * Beginnings of words, separated by `|`.
 */
const IGNORE =
  'ignor|disregard|forget|overrid|bypass|vergiss|vergess|missacht|oublie|olvid|dimentic|esqueç|esquec|negeer|vergeet|zapomn|zignor|glöm|glem|unut|yok say|забуд|игнорир|забуть|ігнор|تجاهل|انس|無視|忘れ|忽略|无视|無視|忘记|무시|잊어|bỏ qua|abaikan|अनदेखा|התעלם'
const RULES =
  'instruction|rule|prompt|guideline|directive|anweisung|regel|vorgabe|consigne|règle|instruccion|regla|istruzion|regol|instruç|instruc|regra|instructie|instrukcj|zasad|polece|instrukc|regler|talimat|kural|инструкц|правил|указан|інструкц|التعليمات|تعليمات|القواعد|قواعد|指示|命令|ルール|指令|规则|規則|提示|지시|규칙|hướng dẫn|instruksi|aturan|निर्देश|הוראות'

/** A verb of the list, as the beginning of a word; scripts without blanks have it anywhere. */
const IGNORES = new RegExp(`(?<!\\p{L})(?:${IGNORE})|無視|忘れ|忽略|无视|忘记`, 'iu')
const RULED = new RegExp(RULES, 'iu')

const ORDERS = [
  // A turn of a chat: `SYSTEM: …`, `[INST]`, `<|im_start|>`, `ANWEISUNG AN DEN ASSISTENTEN:`
  /^[^\S\n]{0,9}[[(<#*]{0,4}(?:system|assistant|developer) ?(?:prompt|message|note)? ?[\])>*]{0,4}[:：]/imu,
  /<\|im_(?:start|end)\|>|\[\/?INST\]|<<SYS>>/iu,
  /(?:system|developer)[\s_-]?prompt/iu,
  new RegExp(
    `(?:${RULES})[^\\S\\n](?:to|for|an|für|à|pour|para|per|aan|voor|для)[^\\S\\n](?:\\p{L}{1,5}[^\\S\\n])?(?:the[^\\S\\n])?(?:assist|asist|model|modèle|chatbot|bot|ki\\b|ai\\b|ia\\b|ассистент)`,
    'iu',
  ),
  // `You are now a pirate`, `tell the user that`
  /(?<!\p{L})(?:you are now|du bist (?:jetzt|nun|ab sofort)|tu es (?:maintenant|désormais)|ahora eres|ora sei)(?!\p{L})/iu,
  /(?<!\p{L})(?:tell|inform|convince|ask) (?:the|every|each|all) (?:user|customer|visitor|client)s?(?!\p{L})/iu,
]

const SENTENCE_END = /[.!?。！？\n]/u
/** The most characters between the two words of an order. */
const NEAR = 60

/** Whether a sentence has both, near each other: `Ignore all previous instructions`. */
const ignoresRules = (sentence: string): boolean => {
  const [verb, rules] = [IGNORES.exec(sentence), RULED.exec(sentence)]
  return verb !== null && rules !== null && Math.abs(verb.index - rules.index) <= NEAR
}

/**
 * Whether a text gives an order to the model that reads it, such as `Ignore all previous
 * instructions`. Somebody may have written it into the knowledge, and the extractive model would
 * say it aloud.
 */
export const ordersModel = (text: string): boolean =>
  ORDERS.some((order) => order.test(text)) || text.split(SENTENCE_END).some(ignoresRules)
