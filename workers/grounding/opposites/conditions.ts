/** Words before a condition, in the languages that are read most. */
const CONDITIONS =
  'as long as|so long as|provided that|provided|unless|if|when|except|solange|sofern|falls|wenn|außer|es sei denn|tant que|si|sauf|à moins que|pourvu que|mientras|siempre que|excepto|salvo|a menos que|finché|purché|se|salvo|tranne|desde que|exceto|zolang|mits|tenzij|als|behalve|jeśli|jeżeli|chyba że|o ile|если|пока|кроме|якщо|om|hvis|såvida|pokud|ak'

/** A condition in a text: `as long as it has not been cancelled`. */
export const CONDITION = new RegExp(
  `(?<!\\p{L})(?:${CONDITIONS})(?!\\p{L})|إذا|إلا|場合|限り|れば|なら|如果|只要|除非|경우|으면|eğer|sürece|hariç|ise(?!\\p{L})`,
  'iu',
)

/** Words that say what alone is so: `only with a receipt`. */
export const ONLY =
  /(?<!\p{L})(?:only|just|solely|exclusively|nur|lediglich|ausschließlich|seulement|uniquement|que|solo|sólo|solamente|únicamente|soltanto|só|somente|apenas|alleen|slechts|uitsluitend|tylko|wyłącznie|только|лишь|исключительно|тільки|лише|bara|endast|kun|bare|pouze|jen|yalnızca|sadece|فقط)(?!\p{L})|のみ|だけ|しか|只|仅|만/iu

/** Words for what is lacking: `no returns without a receipt`. */
export const WITHOUT =
  /(?<!\p{L})(?:without|unless|(?!ücret)\p{L}{3,20}s[ıiuü]z|ohne|sans|sin|senza|sem|zonder|bez|без|uten|uden|utan|olmadan|بدون|دون)(?!\p{L})|なし|没有|沒有|없이/iu

/** Words for what one must do: `You do not need an appointment` allows more than it denies. */
export const OBLIGATION =
  /(?<!\p{L})(?:need|necessar|requir|must|have to|brauch|nötig|notwendig|erforderlich|müss|muss|nécessaire|besoin|oblig|deb[eo]|necesit|necesari|deve|devono|serve|necessari|nodig|moet|hoeft|potrzeb|wymag|trzeba|musi|precis|нужн|требу|надо|обязат|gerek|zorunlu|behöv|måste|يلزم|ضروري|يجب)|必要|不要|需要|无需|필요|ต้อง/iu
