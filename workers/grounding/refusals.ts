import { LANGUAGES } from '../../shared/languages/languages.ts'

/**
 * How models say that they do not know, in the main languages. A plain no, such as `We do not ship
 * to Norway`, is an answer.
 */
const PHRASES =
  /i (?:could not|couldn['’]t|cannot|can['’]t|was (?:not able|unable) to|am unable to) (?:find|answer)|(?:i do not|i don['’]t) (?:know(?! of any)|have (?:any |enough |that )?information)|(?:sources?|knowledge|documents?|information|context)(?: provided| given| i have)? (?:do not|does not|don['’]t|doesn['’]t) (?:say|mention|tell|contain|include|cover)|but (?:there is )?nothing (?:is said |was found )?about|no information (?:about|on|is available)|(?:weiß|weiss) ich (?:das |es |dazu )?(?:leider )?nicht|ich (?:weiß|weiss) (?:das |es )?(?:leider )?nicht|(?:konnte|kann) ich .{0,40}nicht (?:finden|beantworten)|keine (?:informationen?|angaben?|auskunft) (?:zu|über|darüber|dazu|gefunden)|je ne (?:sais|trouve) pas|(?:n['’]ai|n['’]a) (?:pas|aucune?) (?:trouvé|d['’]information|information)|no (?:lo )?(?:sé|encuentro|he encontrado)|no (?:tengo|dispongo de|hay) información|non (?:lo )?(?:so|ho trovato)|non (?:ho|ci sono) informazioni|não (?:sei|encontrei|tenho informaç)|ik weet (?:het|dat) niet|(?:geen informatie|niet gevonden)|nie (?:wiem|znalaz)|не (?:знаю|нашел|нашёл|нашла|удалось найти)|нет информации|bilmiyorum|bilgi (?:yok|bulunamadı|bulamadım)|bulamadım|わかりません|分かりません|見つかりません|情報(?:は|が)ありません|不知道|没有找到|找不到|没有相关信息|모르겠|찾을 수 없|정보가 없|لا أعرف|لم أجد|لا توجد معلومات/iu

const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim()

const NOT_KNOWN = [...LANGUAGES.values()].map(({ small_talk }) => plain(small_talk.not_known))

/** The most characters of a reply that are read. A longer one answers something. */
const MAX_READ = 600

/**
 * Whether a reply says, as a whole or in half, that the answer is not known. Its marks show then
 * what it read, and ground nothing.
 * @param content the reply without marks
 * @param fallback the agent's own words for it
 */
export function saysNotKnown(content: string, fallback: string | null): boolean {
  if (content.length > MAX_READ) return false
  const said = plain(content)
  const own = plain(fallback ?? '')
  return (
    PHRASES.test(content) ||
    (own !== '' && said.includes(own)) ||
    NOT_KNOWN.some((sentence) => said.includes(sentence))
  )
}
