import { lookUp } from '../../../shared/lib/lookUp.ts'

/** How each language says that something can or may be done, or is covered. */
const CAN: Readonly<Record<string, RegExp>> = {
  ar: /(?<!\p{L})(?:[وف]?(?:يمكن|تستطيع|يجوز|مسموح|ممكن|متاح)\p{L}{0,4})/u,
  de: /(?<!\p{L})(?:kann|kannst|können|könnt|darf|darfst|dürfen|dürft|möglich|erlaubt|gestattet|zulässig|abgedeckt|versichert)(?!\p{L})/u,
  en: /\b(?:can|cannot|may|possible|allowed|permitted|able|covered|covers?|accepted)\b|\bcan['’]t\b/u,
  es: /(?<!\p{L})(?:pued[eo]n?|puedes|podemos|posible|permitid[oa]s?|permite|cubiert[oa]s?|cubre|se admiten?)(?!\p{L})/u,
  fr: /(?<!\p{L})(?:peut|peuvent|pouvez|peux|possible|autorisée?s?|permise?s?|couverte?s?|couvre|acceptée?s?)(?!\p{L})/u,
  it: /(?<!\p{L})(?:può|puoi|possono|potete|possibile|permess[oaie]|consentit[oaie]|ammess[oaie]|copert[oaie])(?!\p{L})/u,
  ja: /でき|可能|可です|[えけげせてねべめれ]ます|[えけげせてねべめれ]ません|いただけ/u,
  ko: /수 (?:있|없)|가능|불가|허용/u,
  nl: /(?<!\p{L})(?:kan|kunt|kun|kunnen|mag|mogen|mogelijk|toegestaan|vergoed|gedekt)(?!\p{L})/u,
  pl: /(?<!\p{L})(?:można|mogą|może|możesz|możliw\p{L}{1,3}|wolno|dozwolon\p{L}{1,3})(?!\p{L})/u,
  pt: /(?<!\p{L})(?:pode|podem|podemos|possível|permitid[oa]s?|cobert[oa]s?)(?!\p{L})/u,
  ru: /(?<!\p{L})(?:можно|нельзя|может\p{L}{0,2}|могут|возмож\p{L}{1,4}|невозмож\p{L}{1,4}|разреш\p{L}{1,5}|допуска\p{L}{1,4}|покрыва\p{L}{1,5})(?!\p{L})/u,
  tr: /(?:[yae]bil[ie]|[ae]maz|[ae]mez|mümkün|serbest|izin)/u,
  zh: /可以|能够|能|允许|可(?!是)|不得/u,
}

/** Whether a text says that something can or may be done, or that it cannot. */
export const speaksOfAbility = (text: string, language: string): boolean =>
  lookUp(CAN, language)?.test(text.toLowerCase()) ?? false

/** The answers yes and no at the beginning of a sentence, by language. */
const ANSWERS: Readonly<Record<string, readonly [yes: RegExp, no: RegExp]>> = {
  ar: [/^نعم/u, /^لا[,،.]/u],
  de: [/^ja\b/u, /^nein\b/u],
  en: [/^yes\b/u, /^no,/u],
  es: [/^sí[,.!]/u, /^no,/u],
  fr: [/^oui\b/u, /^non\b/u],
  it: [/^sì[,.!]/u, /^no,/u],
  ja: [/^はい/u, /^いいえ/u],
  ko: [/^(?:네|예)[,.!]/u, /^아니[요오]/u],
  nl: [/^ja\b/u, /^nee\b/u],
  pl: [/^tak[,.!]/u, /^nie,/u],
  pt: [/^sim\b/u, /^não,/u],
  ru: [/^да[,.!]/u, /^нет[,.!]/u],
  tr: [/^evet/u, /^hayır/u],
  zh: [/^(?:可以|是的|能|行)[，,。]/u, /^(?:不可以|不能|不行|不)[，,。]/u],
}

/** @returns whether a sentence begins with `yes` or with `no`; undefined: with neither */
export function answerOf(sentence: string, language: string): 'yes' | 'no' | undefined {
  const [yes, no] = lookUp(ANSWERS, language) ?? []
  const plain = sentence.trimStart().toLowerCase()
  return yes?.test(plain) ? 'yes' : no?.test(plain) ? 'no' : undefined
}
