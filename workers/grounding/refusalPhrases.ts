/**
 * How models say in a clause, by language, that they do not know something, or that their sources
 * do not say it: a phrase a line. `…` stands for any words between two parts. Words such as `no
 * information` say nothing by themselves: `No information is required.`
 */
const PHRASES: Readonly<Record<string, string>> = {
  en: String.raw`i (?:could not|couldn['’]t|cannot|can['’]t|did not|didn['’]t|do not|don['’]t) (?:find|see|answer|determine)(?! (?:my|your))
i (?:cannot|can['’]t) help (?:you )?with th
\bi(?:['’]m| am| was) (?:not able|unable) to (?:find|answer|determine|say|help)
\bi(?:['’]m| am) not (?:sure|certain|aware)
\b(?:i|we) (?:do not|don['’]t) know(?! of any)
\b(?:i|we) (?:do not|don['’]t) (?:currently )?have …(?:information|details|answer|context)
\b(?:i|we) have no …(?:information|details|answer)
(?:sources?|knowledge(?: base)?|documents?|documentation|information|context|passages?)(?: (?:provided|given|available|i have))? (?:do not|does not|don['’]t|doesn['’]t) …(?:say|mention|tell|contain|include|cover|specify|state|provide|give|address|answer|indicate|describe|list)
there (?:is|was|are) no …(?:information|mention|details|answer) (?:available|about|of|on|regarding|in (?:the|my))
^no (?:information|mention|details) (?:about|on|regarding|is available|was found)
(?:not|n['’]t) (?:specified|mentioned|stated|covered|available|provided|included|given|found|addressed|listed|described) (?:in|by) …(?:sources|knowledge|documents|documentation|information|context|passages)
but (?:there is )?nothing (?:is said |was found )?about`,
  de: String.raw`(?:weiß|weiss) ich …nicht(?!\p{L})
ich (?:weiß|weiss) …nicht(?!\p{L})
(?:konnte|kann) ich …(?:nicht|keine) …(?:finden|beantworten|sagen|entnehmen)
(?:konnte|kann) ich …nichts …(?:finden|sagen|entnehmen)
kann ich …keine auskunft
ich (?:konnte|kann) …(?:nicht|keine) …(?:finden|beantworten|sagen|entnehmen)
(?:habe|finde) ich …keine? …(?:information|angabe|auskunft|antwort|hinweis)
ich (?:habe|finde) …keine? …(?:information|angabe|auskunft|antwort|hinweis)
lieg(?:en|t) (?:mir|uns) …keine? …(?:information|angabe|antwort|hinweis)
(?:enthält|enthalten|stehen|gibt es) …keine (?:information|angabe|auskunft|hinweis)
^(?:leider )?keine (?:informationen|angaben|auskunft) (?:zu|über|darüber|dazu|gefunden)
(?:quellen|dokument|unterlagen|informationen|kontext) …nicht (?:hervor|erwähnt|genannt|beantwortet|angegeben)
(?:quellen|dokumenten|unterlagen|informationen) …steh(?:t|en) …nichts?(?!\p{L})
(?:quellen|dokumente|unterlagen|kontext) (?:erwähnen|nennen|enthält|enthalten|beantworten|sagen|beschreiben) …(?:nicht|kein)
(?:mir|uns) …nichts? …bekannt`,
  fr: `je ne (?:sais|trouve) …pas
je ne dispose …(?:pas|aucun)
je ne peux …(?:répondre|renseigner)
je n['’]ai …(?:information|réponse|renseignement|trouvé|précision)
^aucune? (?:information|mention|réponse|précision) …(?:n['’]est|n['’]a été|ne figure)
il n['’]y a (?:aucune|pas d['’]) ?(?:information|mention|réponse)
(?:sources|documents?|informations?|contexte) …ne (?:mentionn|précis|contien|parl|dis|indiqu|donn|permett|fourni|répond)…(?:pas|aucun|rien)
n['’](?:est|a) pas (?:été )?(?:précisé|mentionné|indiqué|disponible)…dans (?:les|mes) (?:sources|documents|informations)`,
  es: String.raw`\bno (?:lo )?(?:sé|encuentro|he encontrado|encontré|pude encontrar)(?!\p{L})
\bno (?:tengo|dispongo de|hay|tenemos|disponemos de|cuento con) …(?:información|respuesta|detalles)
\bno puedo (?:responder|contestar)
(?:fuentes|documentos?|documentación|información|contexto) …no (?:lo )?(?:menciona|dice|contiene|incluye|especifica|indica|proporciona)
no se (?:menciona|especifica|indica|dice)n? …en (?:los|las|la|el|mis) (?:fuentes|documentos?|información|contexto)`,
  it: String.raw`\bnon (?:lo )?(?:so|ho trovato|trovo)(?!\p{L})
\bnon (?:ho|ci sono|dispongo di|possiedo) …(?:informazion|rispost|dettagli)
\bnon (?:posso|sono in grado di) rispondere
(?:fonti|document[oi]|informazioni|contesto) …non (?:lo )?(?:menzion|dic|conteng|contien|specific|indic|riporta)`,
  pt: String.raw`\bnão (?:sei|encontrei|encontro)(?!\p{L})
\bnão (?:tenho|há|disponho de|possuo) …(?:informaç|resposta|detalhes)
\bnão (?:consigo|posso) (?:responder|encontrar)
(?:fontes|documentos?|informações|contexto) …não (?:o )?(?:mencion|diz|contém|contêm|inclu|especific|indic|fornec)`,
  nl: String.raw`(?:ik weet|weet ik) …niet(?!\p{L})
(?:heb ik|ik heb|vind ik|ik vind|er is) …geen …(?:informatie|antwoord)
(?:heb ik|ik heb|kan ik|ik kan) …niets? …(?:gevonden|vinden|beantwoorden)
staa[nt] …niets? …in (?:de|mijn) (?:bronnen|documenten|informatie)
(?:bronnen|documenten) (?:vermelden|noemen|bevatten|zeggen) …(?:niet|geen)
geen informatie (?:over|gevonden)`,
  sv: `(?:jag vet|vet jag) …inte
(?:har jag|jag har|hittar jag|jag hittar|jag hittade) …(?:ingen|inget|inte) …(?:information|svar|uppgift)
står …(?:inget|inte) …i (?:källorna|dokumenten|informationen)
(?:källorna|dokumenten) (?:nämner|säger|innehåller) (?:inte|inget|ingen)`,
  da: `(?:jeg ved|ved jeg|jeg vet|vet jeg) …ikke
(?:har jeg|jeg har|jeg finder|jeg fandt|jeg fant) …(?:ingen|intet|ikke) …(?:information|informasjon|svar|oplysninger)
(?:kilderne|kildene|dokumenterne|dokumentene) (?:nævner|nevner|siger|sier|indeholder|inneholder) (?:ikke|ingen)`,
  pl: String.raw`nie (?:wiem|znalazłem|znalazłam|znajduję|znaleziono)(?!\p{L})
nie (?:mogę|potrafię) …odpowiedzieć
nie (?:mam|posiadam|ma|dysponuję) …(?:informacji|odpowiedzi)
brak informacji
(?:źródła|dokumenty|źródłach|dokumentach) …nie (?:wspomina|zawiera|podaj|mówi|określa|ma)`,
  ru: String.raw`не (?:знаю|наш[её]л|нашла|нашлось|удалось найти|располагаю)(?!\p{L})
не могу …ответить
нет …(?:информации|сведений|ответа)(?!\p{L})
(?:источник|документ|текст|материал)…не (?:упомина|говорит|указан|содерж|сообща)`,
  uk: String.raw`не (?:знаю|знайшов|знайшла|знайшлося|можу відповісти)(?!\p{L})
немає …(?:інформації|відомостей|відповіді)
(?:джерел|документ)(?:а|и|ах) …не (?:згаду|йдеться|містять|вказано)`,
  tr: String.raw`(?:bilmiyorum|bulamadım|bulunamadı)(?!\p{L})
bilgi(?:m|miz|ye|ler|lere|si)? …(?:yok(?!\p{L})|sahip değil|bulunmu|bulunmamakta|yer almıyor|mevcut değil)
(?:kaynak|belge|metin|doküman)…(?:yer almıyor|yer almamakta|belirtilm|bahsedilm|geçmiyor)
(?:yanıtlaya|cevaplaya|yanıt vere|cevap vere)m(?:ıyorum|iyorum|am|em)`,
  ja: `(?:わかり|分かり|存じ)ません(?!と)
見つかりません
(?:情報|記載|記述|言及)(?:は|が|も)(?:提供されて|含まれて|見当たり|あり|ござい)い?ません
お答え(?:できません|できかねます)
(?:記載|言及)されて(?:い|おり)ません`,
  zh: `不知道|[没沒]有找到|找不到|[没沒]有提到|未提及
[无無]法(?:回答|[确確]定)
[没沒]有(?:任何|相[关關]|[这這]方面|[关關]于)…(?:信息|[资資]料|[资資][讯訊])
(?:[资資]料|信息|[资資][讯訊]|[来來]源|文[档檔]|文件)…(?:[没沒]有|未|不)(?:[说說]明|提供|包含|涉及|回答)`,
  ko: `모르겠(?:습|어|네)
찾(?:을 수 없(?:습|어|었|네)|지 못(?:했|합))
(?:정보|언급|답변)[가이은는도] ?(?:없(?:습|어|네)|제공되지 않|포함되어 있지 않)
자료에(?:는)? ?…없(?:습|어|네)
(?:언급|명시|기재)되(?:어 있지|지) 않
답변(?:을|해)? ?드릴 수 없`,
  ar: `لا أعرف|لا أعلم|لم أجد|لم أعثر
لا (?:توجد|تتوفر|أملك) …معلومات
ليست? لدي …(?:معلومات|إجابة)
لا (?:تذكر|تتضمن|تحتوي|تشير) …(?:المصادر|المعلومات|الوثائق|المستندات)
لا (?:أستطيع|يمكنني) …(?:الإجابة|الرد)`,
}

const REFUSALS = Object.values(PHRASES)
  .flatMap((lines) => lines.split('\n'))
  .map((phrase) => phrase.split('…').map((part) => new RegExp(part, 'iu')))

/** What makes a clause one of a case that may be: `If you do not know your number, …` */
const CONDITION =
  /(?<!\p{L})(?:if|when|in case|wenn|falls|sollten|si|quand|se|caso|als|indien|jeśli|jeżeli|gdy|если|якщо|eğer|om|hvis|إذا)(?!\p{L})|如果|若|假如|要是/iu

/** Whether a clause of a reply says that something is not known. */
export const isRefusal = (clause: string): boolean =>
  REFUSALS.some((parts) => {
    const at = placeOf(parts, clause)
    return at !== undefined && !CONDITION.test(clause.slice(0, at))
  })

/** Returns the place in a text from which the parts follow each other. */
function placeOf(parts: readonly RegExp[], text: string): number | undefined {
  let first: number | undefined
  let end = 0
  for (const part of parts) {
    const found = part.exec(text.slice(end))
    if (!found) return undefined
    first ??= end + found.index
    end += found.index + found[0].length
  }
  return first
}
