import { lookUp } from '../../shared/lib/lookUp.ts'
import { isContentWord, termsOf } from '../language/matching.ts'
import { wordsIn } from '../language/tokenize.ts'

/** The terms of a question without which its answer is about something else. */
export interface TellingWords {
  /** Nouns, and the property after `how`, as far as the language shows them by form or place. */
  nouns: ReadonlySet<string>
  /** Nouns of languages other than German that begin with a capital, and models such as `X200`. */
  names: ReadonlySet<string>
  /** Terms with a digit, such as years, versions and the digits of a code. */
  numbers: ReadonlySet<string>
  /** Whether nouns of this language are found. */
  findsNouns: boolean
}

/**
 * The words of each language after which a noun follows: articles, possessives, prepositions, and
 * `how`. German shows its nouns by their capitals.
 */
const OPENERS: Readonly<Record<string, string>> = {
  en: 'how a an the this that these those my your our their his her its of for in on at by with from to without into about between under over near another any some no',
  de: 'wie',
  fr: 'le la les l un une des du de d au aux mon ma mes votre vos notre nos ce cet cette ces en dans sur sous pour par avec sans chez',
  es: 'el la los las un una unos unas mi mis su sus tu tus este esta de del al en con sin para por sobre',
  it: 'il lo la i gli le l un uno una mio mia miei mie vostro vostra di del dello della dei delle da dal dalla in nel nella con senza per su sul sulla al alla',
  pt: 'o a os as um uma meu minha meus minhas seu sua de do da dos das em no na nos nas com sem para por pela pelo',
  nl: 'hoe de het een mijn jullie uw onze dit deze van voor in op aan met zonder bij naar uit',
}

/** English words after which the subject comes, and then a verb: `What does the hall cost?` */
const BEFORE_SUBJECT = new Set('do does did can could will would should must may'.split(' '))
/** The same, if the question begins with the word: `Is the terrace heated?` */
const FIRST_BEFORE_SUBJECT = new Set('is are was were has have had'.split(' '))

/** A capital within a sentence. */
const CAPITALIZED = /(?<=[\p{L}\p{N},]\s)\p{Lu}\p{M}*\p{Ll}[\p{L}\p{M}]*/gu
/** Years and models. */
const MODEL = /(?<![\p{L}\p{N}])(?:(?:1\d|20)\d\d|\p{L}{1,20}\p{N}+)(?![\p{L}\p{N}])/gu

/** Finds the telling words of a question. @param language BCP 47 */
export function tellingWordsOf(question: string, language: string): TellingWords {
  const capitalized = question.match(CAPITALIZED) ?? []
  const isGerman = language === 'de'
  // In title case, capitals do not distinguish names.
  const areNames = !isGerman && capitalized.length <= question.split(/\s+/).length / 2
  const termsIn = (words: readonly string[]) => termsOf(words.join(' '), language)
  return {
    nouns: termsIn([...(isGerman ? capitalized : []), ...afterOpeners(question, language)]),
    names: termsIn([...(question.match(MODEL) ?? []), ...(areNames ? capitalized : [])]),
    numbers: new Set([...termsOf(question, language)].filter((term) => /\p{N}/u.test(term))),
    findsNouns: lookUp(OPENERS, language) !== undefined,
  }
}

/** Finds the content words that follow an opener without another word between them. */
function afterOpeners(question: string, language: string): string[] {
  const openers = new Set(lookUp(OPENERS, language)?.split(' '))
  if (!openers.size) return []
  const nouns: string[] = []
  let group: string[] = []
  let isOpen = false
  let before = ''
  let isSubject = false
  let place = 0
  const close = (next = '') => {
    // The last word after a subject may be its verb, and the word before `than` compares.
    const isLonger = group.length > 1 && (isSubject || next === 'than')
    nouns.push(...(isLonger ? group.slice(0, -1) : group))
    group = []
    isOpen = false
  }
  for (const word of wordsIn(question)) {
    if (openers.has(word.word)) {
      close()
      isOpen = true
      isSubject = BEFORE_SUBJECT.has(before) || (place === 1 && FIRST_BEFORE_SUBJECT.has(before))
    } else if (isOpen && isContentWord(word, language)) group.push(word.word)
    else close(word.word)
    before = word.word
    place++
  }
  close()
  return nouns
}
