import { stemmer as arabic } from '@orama/stemmers/arabic'
import { stemmer as armenian } from '@orama/stemmers/armenian'
import { stemmer as danish } from '@orama/stemmers/danish'
import { stemmer as dutch } from '@orama/stemmers/dutch'
import { stemmer as english } from '@orama/stemmers/english'
import { stemmer as finnish } from '@orama/stemmers/finnish'
import { stemmer as french } from '@orama/stemmers/french'
import { stemmer as german } from '@orama/stemmers/german'
import { stemmer as greek } from '@orama/stemmers/greek'
import { stemmer as hungarian } from '@orama/stemmers/hungarian'
import { stemmer as indian } from '@orama/stemmers/indian'
import { stemmer as indonesian } from '@orama/stemmers/indonesian'
import { stemmer as irish } from '@orama/stemmers/irish'
import { stemmer as italian } from '@orama/stemmers/italian'
import { stemmer as lithuanian } from '@orama/stemmers/lithuanian'
import { stemmer as nepali } from '@orama/stemmers/nepali'
import { stemmer as norwegian } from '@orama/stemmers/norwegian'
import { stemmer as portuguese } from '@orama/stemmers/portuguese'
import { stemmer as romanian } from '@orama/stemmers/romanian'
import { stemmer as russian } from '@orama/stemmers/russian'
import { stemmer as serbian } from '@orama/stemmers/serbian'
import { stemmer as spanish } from '@orama/stemmers/spanish'
import { stemmer as swedish } from '@orama/stemmers/swedish'
import { stemmer as tamil } from '@orama/stemmers/tamil'
import { stemmer as turkish } from '@orama/stemmers/turkish'
import { stemmer as ukrainian } from '@orama/stemmers/ukrainian'
import { lookUp } from '../../shared/lib/lookUp.ts'

/** Returns a word without its endings. */
export type Stem = (word: string) => string

/** Korean particles, and endings that turn nouns into verbs. Snowball has no Korean stemmer. */
const PARTICLES =
  /(?<=\p{sc=Hang})(?:에서는|에서|에게|까지|부터|으로|이나|인가요|입니다|은|는|이|가|을|를|에|의|로|와|과|도|만)$/u
const MADE_VERBS = /(?<=\p{sc=Hang}{2})[하되할될해돼합됩한된함됨].*/su
const korean: Stem = (word) => word.replace(MADE_VERBS, '').replace(PARTICLES, '')

/**
 * Stemmers by BCP 47 tag. They are Snowball's, as are those of PostgreSQL, which find passages. The
 * Bulgarian stemmer is left out, because it throws at some words.
 */
const STEMS: Readonly<Record<string, Stem>> = {
  ar: arabic,
  da: danish,
  de: german,
  el: greek,
  en: english,
  es: spanish,
  fi: finnish,
  fr: french,
  ga: irish,
  hi: indian,
  hu: hungarian,
  hy: armenian,
  id: indonesian,
  it: italian,
  ko: korean,
  lt: lithuanian,
  nb: norwegian,
  ne: nepali,
  nl: dutch,
  nn: norwegian,
  no: norwegian,
  pt: portuguese,
  ro: romanian,
  ru: russian,
  sr: serbian,
  sv: swedish,
  ta: tamil,
  tr: turkish,
  uk: ukrainian,
}

/** Returns the stemmer of a language; without one, words stay as they are. */
export const stemOf = (language: string): Stem => lookUp(STEMS, language) ?? ((word) => word)
