import { isFree, isIncluded } from '../language/freePrice.ts'

/** How the main languages ask for a price. */
const ASKS_PRICE =
  /(?:was|wie ?viel|wat|hoeveel|vad|hvad|hva) kost|wie teuer|combien co[uû]t|quel est le (?:prix|tarif)|cu[aá]nto (?:cuesta|vale)|quanto (?:cost|cust)|ile koszt|сколько сто|скільки кошт|(?:ücreti?|fiyatı?) ne kadar|kaç (?:lira|avro|para)|いくら|多少[钱錢]|얼마(?:예|인|입)|كم (?:سعر|تكلفة|يكلف|تكلف)/iu

/** Money, also by name, and words for a price. */
const SAYS_PRICE =
  /\p{Sc}|\p{Nd} ?(?:eur|usd|gbp|chf|tl|kr|zł|lei|lv)(?!\p{L})|euro|avro|dollar|dolar|pound|cents?(?!\p{L})|franken|francs|lira|złot|kron[ae]|kroner|руб|грн|евро|євро|[円元원块塊]|ユーロ|유로|يورو|دولار|ريال|درهم|جنيه|cost|kost|price|prei[st]|fee(?!\p{L})|fees|charge|rate|gebühr|tarif|prix|coût|precio|cuesta|prezzo|preço|custa|cen[ay](?!\p{L})|opłat|цен|стои|плат|варт|ücret|fiyat|料金|価格|[价價]|[费費]|요금|가격|비용|سعر|رسوم|تكلف/iu

/** `What does parking cost?`, but not `How much is …?`, which may ask for a weight, too. */
const ENGLISH = [/(?:how much|what) (?:do|does|did|will|would) /i, /\bcost\b/i]

export const asksPrice = (question: string): boolean =>
  ASKS_PRICE.test(question) || ENGLISH.every((part) => part.test(question))

/** Whether a text says a price, what one depends on, or that something is free or included. */
export const saysPrice = (text: string, language: string): boolean =>
  SAYS_PRICE.test(text) || isFree(text, language) || isIncluded(text, language)
