/** `fine`: that all is well, or understood. */
export type Courtesy = 'hello' | 'thanks' | 'bye' | 'fine'

/** How people greet, thank and take leave, in each language (BCP 47). Case, accents and signs do not count. */
export const SAID: Record<string, Record<Exclude<Courtesy, 'fine'>, string>> = {
  en: {
    hello:
      'hi|hello|hey|hiya|howdy|greetings|good morning|good afternoon|good evening|good day|hi there|hello there|hey there|hello everyone|hi all|how are you|how are you doing|nice to meet you',
    thanks:
      'thanks|thank you|thx|thank you very much|thank you so much|thanks a lot|many thanks|thanks again|cheers|much appreciated|that helps|that helped|great thanks|ok thanks|perfect thanks|thanks for your help|thank you for your help',
    bye: 'bye|goodbye|good bye|bye bye|see you|see you later|see you soon|have a nice day|have a good day|good night|farewell|take care',
  },
  de: {
    hello:
      'hallo|hi|hey|guten tag|guten morgen|guten abend|moin|servus|gruss gott|grussgott|grüss gott|gruezi|hallo zusammen|wie geht es dir|wie geht es ihnen|wie gehts',
    thanks:
      'danke|danke schon|dankeschon|vielen dank|herzlichen dank|besten dank|danke sehr|danke dir|danke ihnen|merci|super danke|ok danke|danke fur die hilfe|danke fur ihre hilfe|vielen dank fur ihre hilfe',
    bye: 'tschuss|auf wiedersehen|bis bald|bis spater|schonen tag|schonen tag noch|gute nacht|auf wiederhoren|ade',
  },
  fr: {
    hello: 'bonjour|salut|bonsoir|coucou|allo|comment allez vous|comment ca va|ca va',
    thanks: 'merci|merci beaucoup|merci bien|mille mercis|un grand merci|merci pour votre aide',
    bye: 'au revoir|a bientot|bonne journee|bonne soiree|bonne nuit|adieu|a plus tard|a plus',
  },
  es: {
    hello: 'hola|buenos dias|buenas tardes|buenas noches|buenas|saludos|que tal|como estas|como esta',
    thanks:
      'gracias|muchas gracias|mil gracias|muchisimas gracias|gracias por su ayuda|gracias por tu ayuda|vale gracias',
    bye: 'adios|hasta luego|hasta pronto|hasta manana|chao|nos vemos|que tenga un buen dia',
  },
  it: {
    hello: 'ciao|salve|buongiorno|buon giorno|buonasera|buona sera|come stai|come sta',
    thanks: 'grazie|grazie mille|molte grazie|tante grazie|ti ringrazio|la ringrazio|grazie per l aiuto',
    bye: 'arrivederci|a presto|buona giornata|buona serata|buonanotte|buona notte|addio|a dopo',
  },
  pt: {
    hello: 'ola|oi|bom dia|boa tarde|boa noite|tudo bem|como vai|como esta',
    thanks:
      'obrigado|obrigada|muito obrigado|muito obrigada|valeu|obrigado pela ajuda|obrigada pela ajuda|agradeco',
    bye: 'tchau|adeus|ate logo|ate breve|ate mais|tenha um bom dia',
  },
  nl: {
    hello: 'hallo|hoi|goedendag|goedemorgen|goedemiddag|goedenavond|dag|hoe gaat het',
    thanks: 'bedankt|dank je|dank u|dankjewel|dank je wel|dank u wel|hartelijk dank|heel erg bedankt',
    bye: 'tot ziens|doei|tot straks|tot later|fijne dag|fijne dag nog|welterusten|goedenacht',
  },
  sv: {
    hello: 'hej|hejsan|god morgon|god dag|god kvall|tjena|hallå|halla|hur mar du',
    thanks: 'tack|tack sa mycket|tusen tack|stort tack|tackar|tack for hjalpen',
    bye: 'hej da|adjo|vi ses|ha en bra dag|god natt|vi hors',
  },
  da: {
    hello: 'hej|goddag|god morgen|godmorgen|god aften|godaften|davs|hallo',
    thanks: 'tak|mange tak|tusind tak|tak skal du have|tak for hjælpen',
    bye: 'farvel|hej hej|vi ses|god nat|hav en god dag|pa gensyn',
  },
  no: {
    hello: 'hei|hallo|god dag|god morgen|god kveld|heisann|hyggelig a møte deg',
    thanks: 'takk|tusen takk|mange takk|takk skal du ha|takk for hjelpen',
    bye: 'ha det|ha det bra|adjø|vi sees|god natt|ha en fin dag',
  },
  fi: {
    hello: 'hei|moi|terve|moikka|hyvaa paivaa|hyvaa huomenta|hyvaa iltaa|paivaa|huomenta',
    thanks: 'kiitos|kiitos paljon|paljon kiitoksia|kiitti|kiitoksia|kiitos avusta',
    bye: 'nakemiin|hei hei|moi moi|heippa|hyvaa yota|hyvaa paivanjatkoa',
  },
  pl: {
    hello: 'czesc|dzien dobry|witaj|witam|hej|siema|dobry wieczor|jak sie masz',
    thanks: 'dziekuje|dzieki|dziekuje bardzo|bardzo dziekuje|wielkie dzieki|dziekuje za pomoc',
    bye: 'do widzenia|do zobaczenia|pa|na razie|dobranoc|milego dnia',
  },
  cs: {
    hello: 'ahoj|dobry den|dobre rano|dobry vecer|cau|zdravim|nazdar',
    thanks: 'dekuji|diky|dekuju|mockrat dekuji|moc dekuji|dekuji za pomoc',
    bye: 'na shledanou|nashledanou|sbohem|mejte se|dobrou noc|hezky den|cau cau',
  },
  ro: {
    hello: 'buna|salut|buna ziua|buna dimineata|buna seara|ce mai faci|ce faceti',
    thanks:
      'multumesc|mersi|multumesc mult|multumesc frumos|va multumesc|iti multumesc|multumesc pentru ajutor',
    bye: 'la revedere|pa|pe curand|noapte buna|o zi buna|pa pa',
  },
  hu: {
    hello: 'szia|sziasztok|hello|jo napot|jo napot kivanok|jo reggelt|jo estet|udv|udvozlom|hogy vagy',
    thanks: 'koszonom|koszi|koszonom szepen|nagyon koszonom|koszonom a segitseget',
    bye: 'viszlat|viszontlatasra|szia szia|jo ejszakat|szep napot|minden jot',
  },
  el: {
    hello: 'γεια|γεια σου|γεια σας|καλημερα|καλησπερα|χαιρετε|τι κανεισ|τι κανετε',
    thanks: 'ευχαριστω|ευχαριστω πολυ|σασ ευχαριστω|σε ευχαριστω|χιλια ευχαριστω|ευχαριστω για τη βοηθεια',
    bye: 'αντιο|τα λεμε|καληνυχτα|καλη συνεχεια|εισ το επανιδειν',
  },
  tr: {
    hello: 'merhaba|selam|selamlar|gunaydin|iyi gunler|iyi aksamlar|nasilsin|nasilsiniz|merhabalar',
    thanks:
      'tesekkurler|tesekkur ederim|cok tesekkurler|cok tesekkur ederim|sag ol|sag olun|sagol|yardiminiz icin tesekkurler',
    bye: 'hosca kal|hoscakal|hoscakalin|gorusuruz|gule gule|iyi geceler|kendine iyi bak',
  },
  ru: {
    hello: 'привет|здравствуйте|здравствуи|добрыи день|доброе утро|добрыи вечер|приветствую|как дела',
    thanks: 'спасибо|большое спасибо|спасибо большое|благодарю|благодарю вас|спасибо за помощь|спасибо вам',
    bye: 'пока|до свидания|всего доброго|до встречи|спокоинои ночи|хорошего дня|всего хорошего|прощаите',
  },
  uk: {
    hello:
      'привіт|вітаю|добрии день|добрии ранок|доброго ранку|добрии вечір|доброго дня|як справи|здрастуите',
    thanks: 'дякую|щиро дякую|дуже дякую|дякую вам|спасибі|дякую за допомогу',
    bye: 'до побачення|бувай|на все добре|до зустрічі|на добраніч|гарного дня|папа',
  },
  bg: {
    hello: 'здравеи|здравеите|добър ден|добро утро|добър вечер|здрасти|как сте|как си',
    thanks: 'благодаря|мерси|много благодаря|благодаря ви|благодаря ти|благодаря за помощта',
    bye: 'довиждане|чао|до скоро|лека нощ|приятен ден|всичко добро',
  },
  ar: {
    hello: 'مرحبا|اهلا|اهلا وسهلا|السلام عليكم|صباح الخير|مساء الخير|مرحبا بك|كيف حالك|هاي',
    thanks: 'شكرا|شكرا جزيلا|شكرا لك|شكرا لكم|مشكور|جزاك الله خيرا|شكرا كثيرا|الف شكر',
    bye: 'مع السلامة|وداعا|الي اللقاء|تصبح علي خير|اراك لاحقا',
  },
  fa: {
    hello: 'سلام|درود|صبح بخیر|عصر بخیر|شب بخیر|روز بخیر|حال شما چطور است|خوبی',
    thanks: 'ممنون|متشکرم|سپاس|مرسی|خیلی ممنون|ممنونم|تشکر|سپاسگزارم|با تشکر|خیلی متشکرم',
    bye: 'خداحافظ|خدا حافظ|بدرود|به امید دیدار|خدانگهدار',
  },
  he: {
    hello: 'שלום|היי|הי|בוקר טוב|ערב טוב|צהריים טובים|אהלן|מה שלומך|מה נשמע',
    thanks: 'תודה|תודה רבה|המון תודה|רב תודות|תודה על העזרה',
    bye: 'להתראות|ביי|לילה טוב|יום טוב|שלום ולהתראות',
  },
  hi: {
    hello: 'नमस्ते|नमस्कार|हैलो|हेलो|हाय|सुप्रभात|शुभ प्रभात|शुभ संध्या|आप कैसे हैं|कैसे हैं आप',
    thanks: 'धन्यवाद|शुक्रिया|बहुत धन्यवाद|बहुत बहुत धन्यवाद|आपका धन्यवाद|बहुत शुक्रिया|थैंक यू',
    bye: 'अलविदा|बाय|फिर मिलेंगे|शुभ रात्रि|शुभ दिन',
  },
  bn: {
    hello: 'হ্যালো|নমস্কার|আসসালামু আলাইকুম|শুভ সকাল|হাই|শুভ সন্ধ্যা',
    thanks: 'ধন্যবাদ|অনেক ধন্যবাদ|আপনাকে ধন্যবাদ',
    bye: 'বিদায়|আবার দেখা হবে|শুভ রাত্রি|বাই',
  },
  th: {
    hello: 'สวัสดี|สวัสดีครับ|สวัสดีค่ะ|หวัดดี|สวัสดีตอนเช้า|อรุณสวัสดิ์|ฮัลโหล|สบายดีไหม',
    thanks: 'ขอบคุณ|ขอบคุณครับ|ขอบคุณค่ะ|ขอบคุณมาก|ขอบคุณมากครับ|ขอบคุณมากค่ะ|ขอบใจ',
    bye: 'ลาก่อน|บาย|บ๊ายบาย|แล้วเจอกัน|ราตรีสวัสดิ์|แล้วพบกันใหม่',
  },
  vi: {
    hello: 'xin chao|chao|chao ban|chao anh|chao chi|chao em|chao buoi sang|chao buoi toi|alo|ban khoe khong',
    thanks: 'cam on|xin cam on|cam on ban|cam on nhieu|cam on ban nhieu|cam on rat nhieu',
    bye: 'tam biet|hen gap lai|chuc ngu ngon|chao tam biet|bai bai',
  },
  id: {
    hello: 'halo|hai|selamat pagi|selamat siang|selamat sore|selamat malam|apa kabar|assalamualaikum',
    thanks: 'terima kasih|makasih|terima kasih banyak|terimakasih|terima kasih atas bantuannya',
    bye: 'sampai jumpa|selamat tinggal|dadah|sampai nanti|selamat tidur',
  },
  zh: {
    hello: '你好|您好|你们好|大家好|嗨|哈喽|早上好|早安|下午好|晚上好|你好吗|妳好|哈囉',
    thanks:
      '谢谢|谢谢你|谢谢您|多谢|非常感谢|感谢|十分感谢|谢谢你的帮助|谢谢您的帮助|謝謝|謝謝你|謝謝您|多謝|感謝',
    bye: '再见|拜拜|回头见|晚安|再會|再見|祝你有美好的一天|下次见',
  },
  ja: {
    hello:
      'こんにちは|こんにちわ|こんばんは|おはよう|おはようございます|はじめまして|やあ|もしもし|お元気ですか',
    thanks:
      'ありがとう|ありがとうございます|ありがとうございました|どうもありがとう|どうもありがとうございます|感謝します|助かりました|有難うございます|どうも',
    bye: 'さようなら|さよなら|またね|ではまた|じゃあね|おやすみ|おやすみなさい|失礼します|バイバイ',
  },
  ko: {
    hello: '안녕하세요|안녕|안녕하십니까|반갑습니다|여보세요|좋은 아침입니다|좋은 아침|잘 지내세요',
    thanks:
      '감사합니다|고맙습니다|고마워요|고마워|정말 감사합니다|대단히 감사합니다|감사해요|도와주셔서 감사합니다',
    bye: '안녕히 계세요|안녕히 가세요|잘 가|또 봐요|안녕히 주무세요|다음에 봐요|좋은 하루 되세요',
  },
}
