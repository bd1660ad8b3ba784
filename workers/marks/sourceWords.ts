/** Words for a source in the languages that models answer in, as they head a list of sources. */
const NOUNS = words(`source sources reference references ref ref. refs refs. citation citations
  quelle quellen quellenangabe quellenangaben quellennachweis beleg belege référence références
  referencia referencias fuente fuentes referência referências fonte fontes fonti riferimento
  riferimenti bron bronnen bronvermelding referentie referenties kilde kilder källa källor lähde
  lähteet źródło źródła zdroj zdroje forrás források sursă surse πηγή πηγές источник источники
  джерело джерела kaynak kaynaklar kaynakça nguồn sumber स्रोत מקור מקורות منبع منابع المصدر المصادر
  مصدر مصادر แหล่งที่มา 来源 來源 参考资料 參考資料 参考文献 參考文獻 出典 参照元 ソース 출처 참고`)

/** Words that send to a source. */
const VERBS = words(`see cf cf. siehe vgl vgl. voir véase ver vedi cfr. zie zob. см. bkz bkz. lihat
  参见 參見 详见 詳見 参考 参照 见 見 انظر`)

/** Words by which models call what their prompt contains. */
const PIECES = words(`doc docs document documents dokument dokumente documento documentos documenti
  документ 文档 文檔 资料 資料 片段 文書 문서 oaicite cite cit cit. context contexts kontext contexte contexto passage
  passages pasaje passaggio article articles artikel artículo chunk chunks snippet snippets excerpt
  excerpts extract extrait auszug knowledge kb evidence result results index idx id`)

function words(list: string): string[] {
  return list.split(/\s+/)
}

/** Matches any of these words; longer ones first, so that none hides another. */
const asPattern = (list: readonly string[]) =>
  `(?:${[...list]
    .sort((one, other) => other.length - one.length)
    .map((word) => word.replace('.', '\\.'))
    .join('|')})`

/** Words that stand before a mark: `source`, `see`. */
export const SOURCE_WORDS: ReadonlySet<string> = new Set([...NOUNS, ...VERBS])

export const SOURCE_NOUN = asPattern(NOUNS)
export const SOURCE_WORD = asPattern([...NOUNS, ...VERBS])
/** Words that stand beside a number in brackets: `[source 1]`, `[doc_1]`, `[S1]`. */
export const WORD_IN_BRACKETS = `(?:${asPattern([...NOUNS, ...VERBS, ...PIECES])}|s(?=[\\d:]))`

/** Whether one of the words before a mark could begin like this. */
export function maySayWord(beginning: string): boolean {
  const lower = beginning.toLowerCase()
  return [...SOURCE_WORDS].some((word) => word.startsWith(lower))
}
