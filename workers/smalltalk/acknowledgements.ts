interface Asides {
  /** That all is well or understood. */
  fine: string
  /** That nothing more is wanted. */
  done: string
  /** What leads from a thank to what it is for, before or behind that. */
  for: string
  /** What makes a question or an objection of what stands beside a courtesy, also without a question mark. */
  asks: string
}

/** What people say beside greetings and thanks, in each language (BCP 47), with a `|` between. */
export const ASIDES: Record<string, Asides> = {
  en: {
    fine: 'ok|okay|okey|k|kk|alright|all right|got it|i see|understood|fine|sure|good|great|perfect|excellent|awesome|amazing|wonderful|brilliant|super|cool|nice|lovely|fantastic|good to know|sounds good|very good|very helpful|really helpful|helpful|useful|very useful|that is great|thats great|that s great|that is helpful|thats helpful|well done|good job|good bot|works now|it works now|that works|wow|yay',
    done: 'no|nope|that is all|thats all|that s all|that is it|thats it|that s it|nothing else|nothing more|no more questions|no further questions|all good|im good|i m good|i am good|im fine|i m fine|that will be all|that would be all|not right now',
    for: 'for',
    asks: 'but|who|what|whats|when|where|wheres|why|how|which|whose|not|can|could|cannot|nothing|still|however',
  },
  de: {
    fine: 'ok|okay|alles klar|klar|verstanden|verstehe|in ordnung|gut|sehr gut|prima|super|perfekt|toll|klasse|wunderbar|spitze|passt|jawohl|ach so|achso|genau|das hilft|das hat geholfen|hat geholfen|das war hilfreich|sehr hilfreich|gut zu wissen',
    done: 'nein|ne|nee|no|das ist alles|das war alles|das wars|das war s|sonst nichts|nichts weiter|keine weiteren fragen|keine fragen mehr|nein das war alles',
    for: 'fur',
    asks: 'aber|wer|was|wann|wo|warum|wieso|wie|welche|welcher|welches|wohin|woher|nicht|kein|keine|kann|nichts|noch',
  },
  fr: {
    fine: 'ok|okay|d accord|dac|entendu|compris|je vois|bien|tres bien|parfait|super|genial|excellent|formidable|bien recu|ca marche|c est note|c est clair|c est parfait|ca m aide|tres utile|ca a aide|bon a savoir|cool|top',
    done: 'non|c est tout|ce sera tout|rien d autre|rien de plus|plus de questions|non c est bon|c est bon',
    for: 'pour|de|d',
    asks: 'mais|qui|quoi|que|quand|ou|pourquoi|comment|combien|quel|quelle|quels|quelles|pas|peut|puis|rien',
  },
  es: {
    fine: 'ok|okay|okey|vale|de acuerdo|entendido|entiendo|ya veo|claro|bien|muy bien|perfecto|genial|estupendo|excelente|fantastico|listo|buenisimo|eso ayuda|me ha ayudado|me ayudo|muy util|bueno saberlo',
    done: 'no|eso es todo|es todo|nada mas|nada mas gracias|ya esta|no tengo mas preguntas|no por ahora',
    for: 'por',
    asks: 'pero|quien|que|cuando|donde|cual|como|cuanto|cuanta|cuantos|cuantas|no|puedo|nada|todavia',
  },
  it: {
    fine: 'ok|okay|va bene|d accordo|capito|ho capito|certo|bene|molto bene|benissimo|perfetto|ottimo|fantastico|eccellente|grande|tutto chiaro|chiaro|mi e stato utile|molto utile|buono a sapersi',
    done: 'no|e tutto|questo e tutto|nient altro|niente altro|basta cosi|sono a posto|nessun altra domanda',
    for: 'per|di|del|della|dell',
    asks: 'ma|pero|chi|che|cosa|quando|dove|perche|come|quanto|quanta|quanti|quale|quali|non|posso|niente',
  },
  pt: {
    fine: 'ok|okay|ta|ta bom|esta bem|tudo certo|certo|entendi|entendido|percebi|claro|bom|muito bom|otimo|perfeito|excelente|maravilha|beleza|blz|legal|combinado|ajudou|isso ajudou|ajudou muito|bom saber|fixe',
    done: 'nao|e tudo|e so isso|so isso|isso e tudo|mais nada|nada mais|sem mais perguntas',
    for: 'por|pela|pelo|pelas|pelos|de',
    asks: 'mas|porem|quem|que|quando|onde|qual|quais|como|quanto|quanta|quantos|porque|nao|posso|nada',
  },
  nl: {
    fine: 'ok|oke|okay|prima|goed|heel goed|begrepen|duidelijk|snap ik|ik snap het|mooi|top|super|geweldig|perfect|fijn|uitstekend|dat helpt|dat heeft geholpen|goed om te weten',
    done: 'nee|dat is alles|dat was alles|dat was het|verder niets|niets meer|geen vragen meer|nee dat was het',
    for: 'voor',
    asks: 'maar|wie|wat|wanneer|waar|waarom|hoe|welke|welk|niet|geen|kan|niets',
  },
  sv: {
    fine: 'ok|okej|okay|bra|mycket bra|jattebra|toppen|perfekt|super|utmarkt|jag forstar|forstar|uppfattat|da forstar jag|underbart|kanon|det hjalpte|bra att veta',
    done: 'nej|det var allt|det ar allt|inget mer|inget annat|inga fler fragor|nej det var allt',
    for: 'for',
    asks: 'men|vem|vad|nar|var|varfor|hur|vilken|vilket|vilka|inte|kan|ingenting',
  },
  da: {
    fine: 'ok|okay|fint|godt|super|perfekt|forstaet|jeg forstar|det er fint|meget fint|fedt|skønt|det hjalp|godt at vide|dejligt',
    done: 'nej|det var alt|det var det|ikke mere|ikke andet|ellers ikke andet|nej det var alt',
    for: 'for',
    asks: 'men|hvem|hvad|hvornar|hvor|hvorfor|hvordan|hvilken|hvilket|hvilke|ikke|kan|intet',
  },
  no: {
    fine: 'ok|okei|okay|greit|fint|bra|flott|supert|perfekt|forstatt|jeg forstar|skjønner|topp|kjempebra|det hjalp|godt a vite|herlig',
    done: 'nei|det var alt|det er alt|ikke noe mer|ingenting mer|ikke noe annet|nei det var alt',
    for: 'for',
    asks: 'men|hvem|hva|nar|hvor|hvorfor|hvordan|hvilken|hvilket|hvilke|ikke|kan|ingenting',
  },
  fi: {
    fine: 'ok|okei|selva|hyva|hyva juttu|oikein hyva|mahtavaa|loistavaa|taydellista|hienoa|kiva|ymmarran|ymmarretty|hyva tietaa|se auttoi|tama auttoi|super',
    done: 'ei|ei muuta|siina kaikki|siina oli kaikki|ei kiitos|ei mitaan muuta|ei kysyttavaa',
    for: 'avusta|avustasi|vastauksesta|vastauksestasi|tiedosta|tiedoista|nopeasta|kaikesta',
    asks: 'mutta|kuka|mika|mita|milloin|missa|mihin|miksi|miten|kuinka|paljonko|ei|voinko|voiko|mitaan',
  },
  pl: {
    fine: 'ok|okej|okay|dobrze|dobra|rozumiem|jasne|w porzadku|super|swietnie|swietny|doskonale|idealnie|wspaniale|git|spoko|to pomoglo|pomoglo|dobrze wiedziec|bardzo pomocne',
    done: 'nie|to wszystko|to juz wszystko|nic wiecej|nie to wszystko|nie mam wiecej pytan',
    for: 'za',
    asks: 'ale|kto|co|kiedy|gdzie|dlaczego|jak|ile|ktory|ktora|ktore|czy|nie|moge|nic',
  },
  cs: {
    fine: 'ok|okej|dobre|dobra|rozumim|jasne|v poradku|super|skvele|skvela|vyborne|perfektni|parada|chapu|to pomohlo|pomohlo to|dobre vedet|fajn',
    done: 'ne|to je vse|to bylo vse|to je vsechno|nic vic|nic dalsiho|uz nic|zadne dalsi otazky',
    for: 'za',
    asks: 'ale|kdo|co|kdy|kde|proc|jak|kolik|ktery|ktera|ktere|kam|ne|neni|mohu|muzu|nic',
  },
  ro: {
    fine: 'ok|okay|bine|foarte bine|e bine|in regula|am inteles|inteleg|perfect|super|excelent|minunat|grozav|clar|desigur|mi a fost de folos|foarte util|m a ajutat|bine de stiut',
    done: 'nu|asta e tot|asta a fost tot|atat|nimic altceva|nimic mai mult|nu mai am intrebari',
    for: 'pentru',
    asks: 'dar|insa|cine|ce|cand|unde|de ce|cum|cat|cati|cate|care|nu|pot|nimic',
  },
  hu: {
    fine: 'ok|oke|okes|rendben|jo|nagyon jo|ertem|vilagos|szuper|tokeletes|remek|nagyszeru|kivalo|persze|segitett|ez segitett|jo tudni|klassz',
    done: 'nem|ennyi|ez minden|ennyi volt|semmi mas|nincs mas|nincs tobb kerdesem',
    for: 'a|az|mindent',
    asks: 'de|ki|mi|mit|mikor|hol|miert|hogyan|hogy|mennyi|mennyibe|melyik|nem|semmi',
  },
  el: {
    fine: 'ok|οκ|οκευ|εντάξει|καλά|πολύ καλά|ωραία|τέλεια|τέλειο|υπέροχα|κατάλαβα|σύμφωνοι|σωστά|βεβαίως|μπράβο|σούπερ|βοήθησε|με βοήθησε|καλό να το ξέρω',
    done: 'όχι|αυτό ήταν|αυτά|αυτό είναι όλο|τίποτα άλλο|αυτό ήταν όλο',
    for: 'για',
    asks: 'αλλά|όμως|ποιος|ποια|ποιο|τι|πότε|πού|γιατί|πώς|πόσο|πόσα|δεν|μπορώ|τίποτα',
  },
  tr: {
    fine: 'ok|okey|tamam|tamamdır|peki|anladım|anlaşıldı|iyi|çok iyi|güzel|çok güzel|harika|süper|mükemmel|olur|elbette|tabii|işe yaradı|yardımcı oldu|çok yardımcı oldu',
    done: 'hayır|yok|bu kadar|hepsi bu|başka bir şey yok|başka sorum yok|şimdilik bu kadar',
    for: 'için',
    asks: 'ama|fakat|kim|ne|ne zaman|nerede|nereye|neden|niye|nasıl|kaç|hangi|mi|mı|mu|mü|değil|hiçbir',
  },
  ru: {
    fine: 'ок|окей|ok|хорошо|ладно|понятно|понял|поняла|ясно|отлично|супер|прекрасно|замечательно|здорово|класс|круто|идеально|договорились|принято|помогло|это помогло|очень полезно|буду знать|ага',
    done: 'нет|это все|все|больше ничего|ничего больше|вопросов нет|вопросов больше нет|нет это все',
    for: 'за',
    asks: 'но|кто|что|когда|где|куда|почему|зачем|как|сколько|какой|какая|какое|какие|не|можно|ли|ничего',
  },
  uk: {
    fine: 'ок|окей|ok|добре|гаразд|зрозуміло|зрозумів|зрозуміла|ясно|чудово|супер|прекрасно|відмінно|клас|круто|домовились|допомогло|це допомогло|дуже корисно|ага',
    done: 'ні|це все|все|більше нічого|нічого більше|питань немає|ні це все',
    for: 'за',
    asks: 'але|хто|що|коли|де|куди|чому|як|скільки|який|яка|яке|які|чи|не|можна|нічого',
  },
  bg: {
    fine: 'ок|окей|ok|добре|разбрах|разбирам|ясно|чудесно|супер|отлично|прекрасно|страхотно|идеално|става|помогна|това помогна|много полезно',
    done: 'не|това е всичко|това е|нищо друго|нищо повече|нямам други въпроси',
    for: 'за',
    asks: 'но|кой|какво|кога|къде|защо|как|колко|какъв|каква|ли|не|мога|може|нищо',
  },
  ar: {
    fine: 'حسنا|تمام|طيب|موافق|فهمت|مفهوم|جيد|جيد جدا|ممتاز|رائع|عظيم|اوكي|اوك|ok|واضح|ماشي|هذا مفيد|مفيد جدا|ساعدني هذا|جميل',
    done: 'لا|هذا كل شيء|هذا كل شي|لا شيء اخر|لا شي اخر|لا يوجد شيء اخر|ليس لدي اسئلة اخرى|خلاص',
    for: 'على|لمساعدتك|للمساعدة',
    asks: 'لكن|ولكن|من|ما|ماذا|متى|اين|لماذا|كيف|كم|هل|لم|ليس|لا|يمكن',
  },
  fa: {
    fine: 'باشه|اوکی|خوب|خوبه|بسیار خوب|خیلی خوب|فهمیدم|متوجه شدم|عالی|عالیه|حتما|درسته|چه خوب|ok|اوکیه|مفید بود|کمک کرد|خیلی مفید بود',
    done: 'نه|همین|همین بود|فقط همین|چیز دیگری نیست|سوال دیگری ندارم|دیگه سوالی ندارم',
    for: 'از|برای|بابت',
    asks: 'اما|ولی|چه|چی|کی|کجا|چرا|چطور|چگونه|چند|چقدر|کدام|ایا|نمی|نیست|نشد|هیچ',
  },
  he: {
    fine: 'אוקיי|אוקי|או קיי|בסדר|טוב|טוב מאוד|מעולה|מצוין|נהדר|סבבה|הבנתי|מובן|ברור|יופי|אחלה|מושלם|זה עזר|עזר לי|ok',
    done: 'לא|זה הכל|זהו|זה הכול|שום דבר|אין לי עוד שאלות|לא זה הכל',
    for: 'על',
    asks: 'אבל|מי|מה|מתי|איפה|היכן|לאן|למה|מדוע|איך|כמה|איזה|איזו|האם|לא|אפשר|כלום',
  },
  hi: {
    fine: 'ठीक है|ठीक|अच्छा|बहुत अच्छा|समझ गया|समझ गई|बढ़िया|शानदार|ओके|ok|जी|सही|सही है|उत्तम|मदद मिली|इससे मदद मिली',
    done: 'नहीं|बस|बस इतना ही|इतना ही|और कुछ नहीं|कुछ नहीं|नहीं बस',
    for: 'के लिए',
    asks: 'लेकिन|मगर|पर|कौन|क्या|कब|कहाँ|कहां|क्यों|कैसे|कितना|कितनी|कितने|किस|नहीं',
  },
  bn: {
    fine: 'ঠিক আছে|আচ্ছা|ভালো|খুব ভালো|বুঝেছি|বুঝলাম|দারুণ|চমৎকার|ওকে|ok|হয়েছে|কাজ হয়েছে',
    done: 'না|এটুকুই|এই পর্যন্তই|আর কিছু না|আর কিছু নেই|আর কোনো প্রশ্ন নেই',
    for: 'জন্য',
    asks: 'কিন্তু|কে|কী|কি|কখন|কোথায়|কেন|কীভাবে|কিভাবে|কত|কোন|না|নেই',
  },
  th: {
    fine: 'โอเค|ตกลง|ได้|ได้เลย|ดี|ดีมาก|เยี่ยม|เยี่ยมมาก|เข้าใจแล้ว|เข้าใจ|รับทราบ|สุดยอด|ครับ|ค่ะ|จ้า|เรียบร้อย|ok|ช่วยได้มาก',
    done: 'ไม่มีแล้ว|แค่นี้|แค่นี้แหละ|เท่านี้|ไม่เป็นไร|ไม่มีอะไรแล้ว|หมดแล้ว',
    for: 'สำหรับ|ที่',
    asks: 'แต่|ใคร|อะไร|เมื่อไหร่|เมื่อไร|ที่ไหน|ทำไม|อย่างไร|ยังไง|เท่าไหร่|เท่าไร|กี่|ไหม|มั้ย|ไม่',
  },
  vi: {
    fine: 'ok|okay|được|được rồi|vâng|dạ|ừ|tốt|tốt lắm|rất tốt|tuyệt|tuyệt vời|hiểu rồi|tôi hiểu|mình hiểu rồi|hay quá|hoàn hảo|rất hữu ích|hữu ích|oke',
    done: 'không|vậy thôi|thế thôi|chỉ vậy thôi|hết rồi|không còn gì nữa|không có gì nữa',
    for: 'vì|về|đã|giúp|hỗ trợ',
    asks: 'nhưng|ai|gì|khi nào|bao giờ|đâu|tại sao|sao|thế nào|bao nhiêu|mấy|nào|không|chưa|chẳng',
  },
  id: {
    fine: 'ok|oke|okay|baik|baiklah|mengerti|saya mengerti|paham|sip|siap|bagus|bagus sekali|mantap|hebat|sempurna|keren|membantu|sangat membantu|ya sudah|oke deh',
    done: 'tidak|tidak ada|itu saja|cukup|sudah cukup|tidak ada lagi|itu saja sudah cukup|nggak',
    for: 'atas|untuk|telah|sudah',
    asks: 'tapi|tetapi|siapa|apa|apakah|kapan|di mana|dimana|kenapa|mengapa|bagaimana|berapa|mana|tidak|belum|bisa',
  },
  zh: {
    fine: '好|好的|好吧|行|可以|嗯|嗯嗯|哦|噢|明白|明白了|知道了|了解|了解了|收到|懂了|没问题|太好了|很好|非常好|太棒了|棒|完美|不错|有帮助|很有帮助|原来如此|ok|沒問題|瞭解',
    done: '没有了|没了|没事了|不用了|没有其他问题|没有问题了|就这样|就这些|沒有了|不用|没有别的了',
    for: '为|的|对|你|您',
    asks: '但|但是|可是|不过|谁|什么|何时|哪|哪里|哪儿|为什么|怎么|多少|几|吗|呢|不|没',
  },
  ja: {
    fine: 'はい|うん|了解|了解です|了解しました|わかりました|分かりました|わかった|承知しました|なるほど|いいですね|いいね|素晴らしい|すばらしい|完璧|完璧です|大丈夫|大丈夫です|オッケー|オーケー|ok|よかった|良かった|役に立ちました|解決しました|すごい',
    done: 'いいえ|結構です|以上です|これで全部です|それだけです|もうありません|ありません|特にありません|ないです|特にないです',
    for: 'て|を|で|くれ|くださり|いただき',
    asks: 'でも|しかし|けど|誰|何|いつ|どこ|なぜ|どう|いくら|どの|どれ|ですか|ますか|ない|ません',
  },
  ko: {
    fine: '네|예|감사|응|넵|넹|알겠습니다|알겠어요|알았어요|알았어|좋아요|좋습니다|좋네요|완벽해요|훌륭해요|최고예요|최고|오케이|괜찮아요|괜찮습니다|도움이 됐어요|도움이 되었습니다|도움 됐어요|그렇군요|확인했습니다|ok',
    done: '아니요|아니오|아뇨|없어요|없습니다|더 없어요|그게 다예요|이제 됐어요|됐습니다|됐어요|괜찮아요 없어요',
    for: '셔서|해서|주셔서|덕분에',
    asks: '하지만|그런데|근데|누구|무엇|뭐|언제|어디|왜|어떻게|얼마|몇|어느|안|못|나요|까요',
  },
}
