/**
 * Words for `ignore`, for what is ignored, and for the one who is addressed, in the main languages.
 * Beginnings of words, separated by `|`.
 */
const IGNORE =
  'ignor|disregard|forget|overrid|bypass|vergiss|vergess|missacht|oublie|olvid|dimentic|esqueç|esquec|negeer|vergeet|zapomn|zignor|glöm|glem|unut|yok say|забуд|игнорир|забуть|ігнор|تجاهل|انس|無視|忘れ|忽略|无视|無視|忘记|무시|잊어|bỏ qua|abaikan|अनदेखा|התעלם'
const RULES =
  'instruction|rule|prompt|guideline|directive|anweisung|regel|vorgabe|consigne|règle|instruccion|regla|istruzion|regol|instruç|instruc|regra|instructie|instrukcj|zasad|polece|instrukc|regler|talimat|kural|инструкц|правил|указан|інструкц|التعليمات|تعليمات|القواعد|قواعد|指示|命令|ルール|指令|规则|規則|提示|지시|규칙|hướng dẫn|instruksi|aturan|निर्देश|הוראות'

/** The most characters between the two words: an order is one sentence. */
const NEAR = '[^.!?。！？\\n]{0,60}'

const ORDERS = [
  // `Ignore all previous instructions`, and in languages with the verb at the end.
  new RegExp(`(?<!\\p{L})(?:${IGNORE})${NEAR}?(?:${RULES})`, 'iu'),
  new RegExp(`(?:${RULES})${NEAR}?(?:${IGNORE})`, 'iu'),
  // A turn of a chat: `SYSTEM: …`, `[INST]`, `<|im_start|>`, `ANWEISUNG AN DEN ASSISTENTEN:`
  /^[^\S\n]*[[(<#*]*(?:system|assistant|developer)[^\S\n]*(?:prompt|message|note)?[^\S\n]*[\])>*]*[:：]/imu,
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

/**
 * Whether a text gives an order to the model that reads it, such as `Ignore all previous
 * instructions`. Somebody may have written it into the knowledge, and the extractive model would
 * say it aloud.
 */
export const ordersModel = (text: string): boolean => ORDERS.some((order) => order.test(text))
