/**
 * What pages show while a script fills them, in small letters and without punctuation. A page that
 * says something longer, such as `Loading Greenleaf Docs…`, begins or ends with one of these.
 */
export const WAITING = `
loading|now loading|still loading|page loading|please wait|please wait a moment|one moment
one moment please|just a moment|just a second|a moment please|hang on|hang tight|hold on
initializing|initialising|starting|starting up|starting app|preparing|rendering|fetching|connecting
booting|almost there|getting things ready|checking your browser|verifying you are human
making sure you're not a bot|loading app|loading page|loading data|loading content|loading site
loading application|loading the application|loading the app|loading the page|loading documentation
laden|lade|lädt|lade daten|wird geladen|bitte warten|einen moment|einen moment bitte
einen augenblick|einen augenblick bitte|moment bitte|ladevorgang
chargement|chargement en cours|en cours de chargement|veuillez patienter|patientez
merci de patienter|un instant|un instant s'il vous plaît
cargando|espere|espera|por favor espere|espere por favor|un momento|un momento por favor
carregando|a carregar|aguarde|por favor aguarde|aguarde por favor|um momento|carregant|espereu
caricamento|caricamento in corso|attendere|attendere prego|attendi|un attimo
bezig met laden|aan het laden|even geduld|even geduld aub|even geduld a u b|een moment geduld
laddar|läser in|vänta|var god vänta|vänligen vänta|ett ögonblick
laster|laster inn|vent|vennligst vent|et øyeblikk
indlæser|henter|vent venligst|et øjeblik
ladataan|lataa|odota|hetkinen|odota hetki
ładowanie|wczytywanie|trwa ładowanie|proszę czekać|chwileczkę
načítání|načítám|načítá se|čekejte prosím|načítava sa|načítavam|prosím čakajte
betöltés|betöltés folyamatban|töltés|kérem várjon|kérjük várjon
se încarcă|încărcare|vă rugăm așteptați|učitavanje|molimo pričekajte|nalaganje
зареждане|моля изчакайте|загрузка|идет загрузка|идёт загрузка|загружается|подождите
пожалуйста подождите|подождите пожалуйста|завантаження|зачекайте|будь ласка зачекайте|учитавање
φόρτωση|φορτώνει|παρακαλώ περιμένετε|yükleniyor|lütfen bekleyin|lütfen bekleyiniz
laadimine|ielādē|notiek ielāde|kraunama|įkeliama|palaukite
جار التحميل|جاري التحميل|تحميل|يرجى الانتظار|الرجاء الانتظار|در حال بارگذاری|لطفا صبر کنید
טוען|נטען|אנא המתן|लोड हो रहा है|कृपया प्रतीक्षा करें|লোড হচ্ছে|กำลังโหลด|กรุณารอสักครู่|โปรดรอสักครู่
đang tải|vui lòng chờ|vui lòng đợi|memuat|sedang memuat|memuatkan|harap tunggu|mohon tunggu
加载中|正在加载|载入中|正在载入|请稍候|请稍等|載入中|正在載入|讀取中|請稍候|請稍等|加載中
読み込み中|読み込み中です|読み込んでいます|読込中|ロード中|ローディング中|お待ちください
しばらくお待ちください|少々お待ちください
로딩 중|로딩중|로딩 중입니다|불러오는 중|불러오는 중입니다|로드 중|잠시만 기다려 주세요|잠시만 기다려주세요
`
  .trim()
  .split(/[|\n]/)

/** Parts of words by which a sentence asks for JavaScript, or says that it is missing. */
export const NEEDED = [
  'enabl|disabl|requir|need|necessary|must|support|without|turn on|switch on|turned off|allow|detect',
  'only with|aktiv|activ|ativ|attiv|abilit|habilit|erforderlich|benötig|notwendig|einschalt|ohne',
  'unterstütz|nécess|sans|necesi|requier|requer|precis|richied|necessari|senza|schakel|vereist',
  'nodig|zonder|kräv|krev|kræv|slå på|käyttöön|vaatii|włącz|wymag|povol|zapn|vyžad|engedély|szüks',
  'включ|треб|необход|отключ|поддерж|увімкн|потріб|ενεργοπ|etkin|gerek|תפעל|הפעל|מופעל|لتفعيل|تفعيل|تمكين',
  '启用|啟用|开启|開啟|打开|需要|支持|有効|必要|オン|활성|필요|사용|เปิดใช้|bật|yêu cầu|aktif|membutuh',
].join('|')

/** The words with which a line begins that announces a redirect. */
export const REDIRECTING = [
  'redirecting|redirect(?: to |$)|you (?:are being|will be|should be|should have been) redirected',
  'if you (?:are not|aren t|aren.t) (?:being )?redirected|if your browser does not redirect',
  "if the page (?:does not|doesn't) redirect|this page has (?:been )?moved|page (?:has )?moved",
  'the document has moved|moved permanently|(?:weiterleitung|umleitung)(?: zu | erfolgt|$)|(?:sie|du) (?:werden|wirst) .{0,60}weitergeleitet',
  'redirection(?: vers | en cours|$)|vous allez être redirigé|vous êtes redirigé|redirigiendo|redireccionando|será redirigido',
  'redirecionando|a redirecionar|reindirizzamento|(?:sarai|verrai) reindirizzat|u wordt doorgestuurd|doorverwij',
  'omdirigerar|omdirigerer|viderestiller|uudelleenohjat|przekierow|přesměrov|presmerov|átirányítás',
  'перенаправлен|вы будете перенаправлены|пренасочване|ανακατεύθυνση|yönlendiril|đang chuyển hướng|mengalihkan',
  '正在跳转|跳转中|正在重定向|重定向|正在跳轉|リダイレクト|리디렉션|إعادة توجيه',
].join('|')
