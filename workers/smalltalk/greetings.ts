/** `fine`: that all is well, or understood. */
export type Courtesy = 'hello' | 'thanks' | 'bye' | 'fine'

/** How people greet, thank and take leave, in each language (BCP 47). Case, accents and signs do not count. */
export const SAID: Record<string, Record<Exclude<Courtesy, 'fine'>, string>> = {
  en: {
    hello:
      'hi|hello|hey|hiya|howdy|greetings|good morning|good afternoon|good evening|good day|hi there|hello there|hey there|hello everyone|hi all|how are you|how are you doing|nice to meet you|anyone there|is anyone there|anybody there|is anybody there|are you there|whats up|what s up',
    thanks:
      'thanks|thank you|thx|thank you very much|thank you so much|thanks a lot|many thanks|thanks again|cheers|much appreciated|that helps|that helped|great thanks|ok thanks|perfect thanks|thanks for your help|thank you for your help|ty|tysm|thankyou|thank u|thnx|tnx|thanx|thanks a bunch|thanks a million|thanks a ton|that answers my question|that answered my question|that solved it|that solved my problem|problem solved|that fixed it|appreciate it|i appreciate it|i appreciate your help',
    bye: 'bye|goodbye|good bye|bye bye|see you|see you later|see you soon|have a nice day|have a good day|good night|farewell|take care|see ya|cya|have a great day|have a great weekend|have a nice weekend|have a good one|have a good weekend|have a good evening|have a nice evening|have a great evening|enjoy your day|all the best|until next time',
  },
  de: {
    hello:
      'hallo|hi|hey|guten tag|guten morgen|guten abend|moin|servus|gruss gott|grussgott|grüss gott|gruezi|hallo zusammen|wie geht es dir|wie geht es ihnen|wie gehts',
    thanks:
      'danke|danke schon|dankeschon|vielen dank|herzlichen dank|besten dank|danke sehr|danke dir|danke ihnen|merci|super danke|ok danke|danke fur die hilfe|danke fur ihre hilfe|vielen dank fur ihre hilfe|vielen lieben dank|lieben dank|danke vielmals|tausend dank|danke fur alles|das hat mir sehr geholfen|das hat mir geholfen|das hat sehr geholfen|das hilft mir|das hilft mir weiter|ich danke dir|ich danke ihnen|dank dir',
    bye: 'tschuss|auf wiedersehen|bis bald|bis spater|schonen tag|schonen tag noch|gute nacht|auf wiederhoren|ade|schonen abend|schonen abend noch|schones wochenende|schonen feierabend|bis dann|ciao|tschau|machs gut|mach s gut|alles gute|bis morgen|einen schonen tag noch|einen schonen tag',
  },
  fr: {
    hello: 'bonjour|salut|bonsoir|coucou|allo|comment allez vous|comment ca va|ca va',
    thanks:
      'merci|merci beaucoup|merci bien|mille mercis|un grand merci|merci pour votre aide|merci bcp|merci a vous|merci a toi|je vous remercie|je te remercie|merci infiniment|ca m a aide|ca m a bien aide',
    bye: 'au revoir|a bientot|bonne journee|bonne soiree|bonne nuit|adieu|a plus tard|a plus|bonne fin de journee|bon week end|bonne journee a vous|bonne soiree a vous|a la prochaine|bonne continuation',
  },
  es: {
    hello:
      'hola|buenos dias|buenas tardes|buenas noches|buenas|saludos|que tal|como estas|como esta|buen dia|hay alguien',
    thanks:
      'gracias|muchas gracias|mil gracias|muchisimas gracias|gracias por su ayuda|gracias por tu ayuda|vale gracias|te lo agradezco|se lo agradezco|gracias por todo|me ha sido util|me sirvio',
    bye: 'adios|hasta luego|hasta pronto|hasta manana|chao|nos vemos|que tenga un buen dia|que tenga buen dia|que tengas buen dia|que tengas un buen dia|buen fin de semana|cuidate|chau|hasta la proxima',
  },
  it: {
    hello: 'ciao|salve|buongiorno|buon giorno|buonasera|buona sera|come stai|come sta',
    thanks:
      'grazie|grazie mille|molte grazie|tante grazie|ti ringrazio|la ringrazio|grazie per l aiuto|grazie infinite|grazie di cuore|grazie ancora|mi hai aiutato molto',
    bye: 'arrivederci|a presto|buona giornata|buona serata|buonanotte|buona notte|addio|a dopo|buon weekend|buon fine settimana|buona continuazione|ci vediamo|a domani|ciao ciao',
  },
  pt: {
    hello: 'ola|oi|bom dia|boa tarde|boa noite|tudo bem|como vai|como esta',
    thanks:
      'obrigado|obrigada|muito obrigado|muito obrigada|valeu|obrigado pela ajuda|obrigada pela ajuda|agradeco|obrigadao|brigado|brigada|muito agradecido|obrigado por tudo|obrigada por tudo|vlw',
    bye: 'tchau|adeus|ate logo|ate breve|ate mais|tenha um bom dia|bom fim de semana|ate amanha|tenha um otimo dia|um abraco',
  },
  nl: {
    hello: 'hallo|hoi|goedendag|goedemorgen|goedemiddag|goedenavond|dag|hoe gaat het',
    thanks:
      'bedankt|dank je|dank u|dankjewel|dank je wel|dank u wel|hartelijk dank|heel erg bedankt|bedankt hoor|super bedankt|enorm bedankt|heel veel dank|dankuwel|veel dank',
    bye: 'tot ziens|doei|tot straks|tot later|fijne dag|fijne dag nog|welterusten|goedenacht|prettige dag|fijn weekend|fijne avond|tot de volgende keer|groetjes',
  },
  sv: {
    hello: 'hej|hejsan|god morgon|god dag|god kvall|tjena|hallå|halla|hur mar du',
    thanks:
      'tack|tack sa mycket|tusen tack|stort tack|tackar|tack for hjalpen|tack sa jattemycket|tack snalla|jattetack',
    bye: 'hej da|adjo|vi ses|ha en bra dag|god natt|vi hors|ha det bra|trevlig helg|trevlig kvall|hejda|ha en trevlig dag',
  },
  da: {
    hello: 'hej|goddag|god morgen|godmorgen|god aften|godaften|davs|hallo',
    thanks: 'tak|mange tak|tusind tak|tak skal du have|tak for hjælpen|tusind mange tak|tak for det',
    bye: 'farvel|hej hej|vi ses|god nat|hav en god dag|pa gensyn|hav en god weekend|god weekend|ha en god dag',
  },
  no: {
    hello: 'hei|hallo|god dag|god morgen|god kveld|heisann|hyggelig a møte deg',
    thanks: 'takk|tusen takk|mange takk|takk skal du ha|takk for hjelpen|tusen hjertelig takk|takk for det',
    bye: 'ha det|ha det bra|adjø|vi sees|god natt|ha en fin dag|god helg|ha en god dag|snakkes',
  },
  fi: {
    hello: 'hei|moi|terve|moikka|hyvaa paivaa|hyvaa huomenta|hyvaa iltaa|paivaa|huomenta',
    thanks:
      'kiitos|kiitos paljon|paljon kiitoksia|kiitti|kiitoksia|kiitos avusta|suuret kiitokset|kiitos kovasti|tuhannet kiitokset',
    bye: 'nakemiin|hei hei|moi moi|heippa|hyvaa yota|hyvaa paivanjatkoa|hyvaa viikonloppua|hyvaa illanjatkoa|nahdaan',
  },
  pl: {
    hello: 'czesc|dzien dobry|witaj|witam|hej|siema|dobry wieczor|jak sie masz',
    thanks:
      'dziekuje|dzieki|dziekuje bardzo|bardzo dziekuje|wielkie dzieki|dziekuje za pomoc|serdecznie dziekuje|dziekuje slicznie|dzieki wielkie|pieknie dziekuje',
    bye: 'do widzenia|do zobaczenia|pa|na razie|dobranoc|milego dnia|milego weekendu|pozdrawiam|do uslyszenia|milego wieczoru',
  },
  cs: {
    hello: 'ahoj|dobry den|dobre rano|dobry vecer|cau|zdravim|nazdar',
    thanks:
      'dekuji|diky|dekuju|mockrat dekuji|moc dekuji|dekuji za pomoc|moc diky|diky moc|dekuji moc|dekuji mnohokrat',
    bye: 'na shledanou|nashledanou|sbohem|mejte se|dobrou noc|hezky den|cau cau|hezky vikend|mejte se hezky|zatim',
  },
  ro: {
    hello: 'buna|salut|buna ziua|buna dimineata|buna seara|ce mai faci|ce faceti',
    thanks:
      'multumesc|mersi|multumesc mult|multumesc frumos|va multumesc|iti multumesc|multumesc pentru ajutor|multumesc foarte mult|mersi mult|multumim',
    bye: 'la revedere|pa|pe curand|noapte buna|o zi buna|pa pa|o zi frumoasa|weekend placut|numai bine',
  },
  hu: {
    hello: 'szia|sziasztok|hello|jo napot|jo napot kivanok|jo reggelt|jo estet|udv|udvozlom|hogy vagy',
    thanks:
      'koszonom|koszi|koszonom szepen|nagyon koszonom|koszonom a segitseget|nagyon szepen koszonom|koszi szepen|koszonom szepen a segitseget|koszonom a gyors valaszt|halas koszonet',
    bye: 'viszlat|viszontlatasra|szia szia|jo ejszakat|szep napot|minden jot|szep estet|jo hetveget|szep hetveget',
  },
  el: {
    hello: 'γεια|γεια σου|γεια σας|καλημερα|καλησπερα|χαιρετε|τι κανεισ|τι κανετε',
    thanks:
      'ευχαριστω|ευχαριστω πολυ|σασ ευχαριστω|σε ευχαριστω|χιλια ευχαριστω|ευχαριστω για τη βοηθεια|ευχαριστω παρα πολυ|σασ ευχαριστω πολυ|ευχαριστουμε',
    bye: 'αντιο|τα λεμε|καληνυχτα|καλη συνεχεια|εισ το επανιδειν|καλο βραδυ|καλη σασ μερα|καλο σαββατοκυριακο',
  },
  tr: {
    hello: 'merhaba|selam|selamlar|gunaydin|iyi gunler|iyi aksamlar|nasilsin|nasilsiniz|merhabalar',
    thanks:
      'tesekkurler|tesekkur ederim|cok tesekkurler|cok tesekkur ederim|sag ol|sag olun|sagol|yardiminiz icin tesekkurler|cok sag olun|cok sag ol|eyvallah|tesekkur ederiz',
    bye: 'hosca kal|hoscakal|hoscakalin|gorusuruz|gule gule|iyi geceler|kendine iyi bak|iyi calismalar|iyi hafta sonlari|gorusmek uzere|iyi gunler dilerim',
  },
  ru: {
    hello:
      'привет|здравствуйте|здравствуи|добрыи день|доброе утро|добрыи вечер|приветствую|как дела|хаи|здрасьте|доброго времени суток',
    thanks:
      'спасибо|большое спасибо|спасибо большое|благодарю|благодарю вас|спасибо за помощь|спасибо вам|спс|огромное спасибо|спасибо огромное|спасибо вам большое|очень благодарен|очень благодарна',
    bye: 'пока|до свидания|всего доброго|до встречи|спокоинои ночи|хорошего дня|всего хорошего|прощаите|удачи|хороших выходных|хорошего вечера|до скорого|доброи ночи',
  },
  uk: {
    hello:
      'привіт|вітаю|добрии день|добрии ранок|доброго ранку|добрии вечір|доброго дня|як справи|здрастуите',
    thanks:
      'дякую|щиро дякую|дуже дякую|дякую вам|спасибі|дякую за допомогу|дуже вам дякую|красно дякую|велике дякую',
    bye: 'до побачення|бувай|на все добре|до зустрічі|на добраніч|гарного дня|папа|гарних вихідних|всього наикращого|гарного вечора',
  },
  bg: {
    hello: 'здравеи|здравеите|добър ден|добро утро|добър вечер|здрасти|как сте|как си',
    thanks:
      'благодаря|мерси|много благодаря|благодаря ви|благодаря ти|благодаря за помощта|благодаря много|много ви благодаря|мерси много',
    bye: 'довиждане|чао|до скоро|лека нощ|приятен ден|всичко добро|приятна вечер|приятен уикенд|всичко хубаво',
  },
  ar: {
    hello:
      'مرحبا|اهلا|اهلا وسهلا|السلام عليكم|صباح الخير|مساء الخير|مرحبا بك|كيف حالك|هاي|مساء النور|صباح النور|هلا|اهلين|وعليكم السلام|السلام عليكم ورحمة الله وبركاته',
    thanks:
      'شكرا|شكرا جزيلا|شكرا لك|شكرا لكم|مشكور|جزاك الله خيرا|شكرا كثيرا|الف شكر|شكرا جزيلا لك|شكرا جزيلا لكم|جزيل الشكر|بارك الله فيك|يعطيك العافية|تسلم',
    bye: 'مع السلامة|وداعا|الي اللقاء|تصبح علي خير|اراك لاحقا|في امان الله|يوم سعيد|باي',
  },
  fa: {
    hello: 'سلام|درود|صبح بخیر|عصر بخیر|شب بخیر|روز بخیر|حال شما چطور است|خوبی',
    thanks:
      'ممنون|متشکرم|سپاس|مرسی|خیلی ممنون|ممنونم|تشکر|سپاسگزارم|با تشکر|خیلی متشکرم|خیلی ممنونم|دستت درد نکنه|دستتون درد نکنه|سپاس فراوان|ممنون از شما',
    bye: 'خداحافظ|خدا حافظ|بدرود|به امید دیدار|خدانگهدار|روز خوبی داشته باشید|بای|شب خوش',
  },
  he: {
    hello: 'שלום|היי|הי|בוקר טוב|ערב טוב|צהריים טובים|אהלן|מה שלומך|מה נשמע',
    thanks: 'תודה|תודה רבה|המון תודה|רב תודות|תודה על העזרה|תודה רבה לך|תודה לך|תודה רבה לכם|תודה ענקית',
    bye: 'להתראות|ביי|לילה טוב|יום טוב|שלום ולהתראות|יום נעים|סוף שבוע נעים|שבת שלום|ביי ביי',
  },
  hi: {
    hello: 'नमस्ते|नमस्कार|हैलो|हेलो|हाय|सुप्रभात|शुभ प्रभात|शुभ संध्या|आप कैसे हैं|कैसे हैं आप|प्रणाम|राम राम|नमस्ते जी',
    thanks:
      'धन्यवाद|शुक्रिया|बहुत धन्यवाद|बहुत बहुत धन्यवाद|आपका धन्यवाद|बहुत शुक्रिया|थैंक यू|आपका बहुत बहुत धन्यवाद|थैंक्स|थैंक्यू|बहुत बहुत शुक्रिया|धन्यवाद जी',
    bye: 'अलविदा|बाय|फिर मिलेंगे|शुभ रात्रि|शुभ दिन|टाटा|आपका दिन शुभ हो',
  },
  bn: {
    hello: 'হ্যালো|নমস্কার|আসসালামু আলাইকুম|শুভ সকাল|হাই|শুভ সন্ধ্যা|সালাম|কেমন আছেন',
    thanks: 'ধন্যবাদ|অনেক ধন্যবাদ|আপনাকে ধন্যবাদ|অসংখ্য ধন্যবাদ|থ্যাংকস|ধন্যবাদ ভাই|আপনাকে অনেক ধন্যবাদ',
    bye: 'বিদায়|আবার দেখা হবে|শুভ রাত্রি|বাই|ভালো থাকবেন|খোদা হাফেজ|আল্লাহ হাফেজ',
  },
  th: {
    hello: 'สวัสดี|สวัสดีครับ|สวัสดีค่ะ|หวัดดี|สวัสดีตอนเช้า|อรุณสวัสดิ์|ฮัลโหล|สบายดีไหม',
    thanks:
      'ขอบคุณ|ขอบคุณครับ|ขอบคุณค่ะ|ขอบคุณมาก|ขอบคุณมากครับ|ขอบคุณมากค่ะ|ขอบใจ|ขอบคุณมากๆ|ขอบคุณนะคะ|ขอบคุณนะครับ|ขอบพระคุณ',
    bye: 'ลาก่อน|บาย|บ๊ายบาย|แล้วเจอกัน|ราตรีสวัสดิ์|แล้วพบกันใหม่|ไว้เจอกัน|ฝันดี|โชคดี',
  },
  vi: {
    hello: 'xin chao|chao|chao ban|chao anh|chao chi|chao em|chao buoi sang|chao buoi toi|alo|ban khoe khong',
    thanks:
      'cam on|xin cam on|cam on ban|cam on nhieu|cam on ban nhieu|cam on rat nhieu|cam on nhieu nhe|cam on ban nhieu nhe|cam on nha|cam on nhe|cam on anh|cam on chi|cam on em|cam on shop|xin cam on nhieu|tks',
    bye: 'tam biet|hen gap lai|chuc ngu ngon|chao tam biet|bai bai|chuc mot ngay tot lanh|hen gap lai nhe',
  },
  id: {
    hello: 'halo|hai|selamat pagi|selamat siang|selamat sore|selamat malam|apa kabar|assalamualaikum|permisi',
    thanks:
      'terima kasih|makasih|terima kasih banyak|terimakasih|terima kasih atas bantuannya|makasih ya|makasih banyak|terima kasih ya|trims|terima kasih kak',
    bye: 'sampai jumpa|selamat tinggal|dadah|sampai nanti|selamat tidur|sampai jumpa lagi|semoga harimu menyenangkan',
  },
  zh: {
    hello: '你好|您好|你们好|大家好|嗨|哈喽|早上好|早安|下午好|晚上好|你好吗|妳好|哈囉|在吗|在嗎|有人吗',
    thanks:
      '谢谢|谢谢你|谢谢您|多谢|非常感谢|感谢|十分感谢|谢谢你的帮助|谢谢您的帮助|謝謝|謝謝你|謝謝您|多謝|感謝|谢了|谢啦|多谢了|太感谢了|谢谢啦|辛苦了|感谢您的帮助',
    bye: '再见|拜拜|回头见|晚安|再會|再見|祝你有美好的一天|下次见|回见|再会|祝好',
  },
  ja: {
    hello:
      'こんにちは|こんにちわ|こんばんは|おはよう|おはようございます|はじめまして|やあ|もしもし|お元気ですか',
    thanks:
      'ありがとう|ありがとうございます|ありがとうございました|どうもありがとう|どうもありがとうございます|感謝します|助かりました|有難うございます|どうも|サンキュー|感謝です|ありがと|誠にありがとうございます|助かります',
    bye: 'さようなら|さよなら|またね|ではまた|じゃあね|おやすみ|おやすみなさい|失礼します|バイバイ|お疲れ様でした|良い一日を',
  },
  ko: {
    hello: '안녕하세요|안녕|안녕하십니까|반갑습니다|여보세요|좋은 아침입니다|좋은 아침|잘 지내세요',
    thanks:
      '감사합니다|고맙습니다|고마워요|고마워|정말 감사합니다|대단히 감사합니다|감사해요|도와주셔서 감사합니다|정말 고마워요|정말 고맙습니다|너무 감사합니다|땡큐|많은 도움이 되었습니다',
    bye: '안녕히 계세요|안녕히 가세요|잘 가|또 봐요|안녕히 주무세요|다음에 봐요|좋은 하루 되세요|수고하세요|바이|좋은 하루 보내세요',
  },
}
