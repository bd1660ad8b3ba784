import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { fill, LANGUAGES, textsIn } from '../../../shared/languages/languages.ts'

const PLACES = { server: 'shared/languages', widget: 'web/widget/languages' }

/** Lists of phrases are as long as the language needs. */
type Texts = { [key: string]: string | string[] | Texts }

const readAll = (folder: string): [code: string, texts: Texts][] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => [
      name.replace('.json', ''),
      JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')),
    ])

/**
 * Returns what a translator must keep: each key, in its place, with the placeholders of its text.
 */
function shapeOf(texts: Texts): object {
  const shapes = Object.entries(texts).map(([key, value]) => {
    if (Array.isArray(value)) return [key, 'phrases']
    return [
      key,
      typeof value === 'string' ? (value.match(/\{.*?\}/g) ?? []).sort() : shapeOf(value),
    ]
  })
  return { keys: Object.keys(texts), shapes: Object.fromEntries(shapes) }
}

/** Yields each text and phrase with the path of its keys. */
const textsOf = (texts: Texts, path = ''): [path: string, text: string][] =>
  Object.entries(texts).flatMap(([key, value]) => {
    if (typeof value === 'string') return [[path + key, value]]
    if (!Array.isArray(value)) return textsOf(value, `${path}${key}.`)
    return value.map((phrase): [string, string] => [path + key, phrase])
  })

/** Texts that may be the same words as in English: `Chat`, `Send` in Danish, `No` in Spanish. */
const LOANS = ['direction', 'title', 'messages', 'send', 'sources', 'page', 'menu', 'action_no']
/** Lists that are empty in languages whose reasons come first. */
const UNUSED_IN_SOME = ['reason_words']
/** Short texts that must not be mixed up: owners see them side by side. */
const OWNED = 13

describe("the languages of customers' texts", () => {
  for (const [place, folder] of Object.entries(PLACES)) {
    const languages = readAll(folder)
    const english = languages.find(([code]) => code === 'en')![1]
    const inEnglish = new Map(textsOf(english))
    for (const [code, texts] of languages)
      it(`have all texts of English, with their placeholders: ${code} of the ${place}`, () => {
        expect(shapeOf(texts)).to.deep.equal(shapeOf(english))
        for (const [path, text] of textsOf(texts)) {
          expect(text.trim(), path).to.equal(text).and.not.to.equal('')
          expect(text, path).not.to.match(/ {2}|\.\.\./)
          const isPhrase = path.startsWith('person_requests') || path.includes('.phrases')
          if (code !== 'en' && !isPhrase && !LOANS.includes(path))
            expect(text, path).not.to.equal(inEnglish.get(path))
        }
      })
  }

  it('are the same in the widget and on the server', () => {
    const [ofServer, ofWidget] = Object.values(PLACES).map((folder) =>
      readAll(folder).map(([code]) => code),
    )
    expect([...LANGUAGES.keys()]).to.deep.equal(ofServer)
    expect(ofWidget).to.deep.equal(ofServer)
  })

  it('have no two equal texts among those that owners replace', () => {
    for (const [code, texts] of readAll(PLACES.widget))
      expect(new Set(Object.values(texts).slice(0, OWNED)).size, code).to.equal(OWNED)
  })

  it('have a direction, requests for a person, and courtesies of each kind', () => {
    for (const [code, { direction, handoff, person_requests, small_talk }] of LANGUAGES) {
      const isFromRight = /[\p{sc=Arabic}\p{sc=Hebrew}]/u.test(handoff.returned)
      expect(direction, code).to.equal(isFromRight ? 'rtl' : 'ltr')
      for (const [key, phrases] of Object.entries(person_requests))
        if (!UNUSED_IN_SOME.includes(key)) expect(phrases, `${code} ${key}`).not.to.deep.equal([])
      expect(person_requests.sentences.join(), code).to.contain('{person}').and.contain('{anyone}')
      for (const phrases of Object.values(small_talk.phrases))
        expect(phrases, code).not.to.deep.equal([])
    }
  })

  it('are found by any tag of theirs, and otherwise are English', () => {
    const codes = [
      'pl',
      'de-AT',
      'DE',
      'nb-NO',
      'zh-Hant-TW',
      'iw',
      'xx',
      'den',
      '',
      'constructor',
      null,
    ]
    expect(codes.map((tag) => textsIn(tag).code)).to.deep.equal([
      'pl',
      'de',
      'de',
      'no',
      'zh',
      'he',
      'en',
      'en',
      'en',
      'en',
      'en',
    ])
  })

  it('insert values unchanged, whatever they contain', () => {
    expect(fill('{a} and {b}, {a}', { a: '{b} $& $1', b: 'B' })).to.equal(
      '{b} $& $1 and B, {b} $& $1',
    )
    expect(fill('{constructor} {missing}', {})).to.equal('{constructor} {missing}')
  })
})
