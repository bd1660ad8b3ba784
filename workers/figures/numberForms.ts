/**
 * Words for numbers that n2words does not write, by language: other genders and cases, short and
 * everyday forms, halves. Each number stands before its words, which are separated by commas.
 */
export const NUMBER_FORMS: Readonly<Record<string, string>> = {
  ar: `0.5 نصف 1 واحدة 2 اثنين,اثنتين,اثنتان,إثنان,إثنين 3 ثلاث 4 أربع 5 خمس 6 ست 7 سبع 8 ثمان,ثماني
    9 تسع 10 عشر 11 إحدى عشرة 12 اثني عشر,اثنتا عشرة,اثنتي عشرة 13 ثلاث عشرة 14 أربع عشرة
    15 خمس عشرة 16 ست عشرة 17 سبع عشرة 18 ثماني عشرة 19 تسع عشرة 20 عشرين 30 ثلاثين 40 أربعين
    50 خمسين 60 ستين 70 سبعين 80 ثمانين 90 تسعين 100 مئة,مائة,مية`,
  bg: `1 една,едно 2 две,два,двама 3 три,трима 4 четири 5 пет 6 шест 7 седем 8 осем 9 девет 10 десет
    12 дванадесет 14 четиринадесет 20 двадесет 24 двадесет и четири 30 тридесет`,
  ca: '1 una 2 dues,dos 3 tres 4 quatre 5 cinc 6 sis 7 set 8 vuit 9 nou 10 deu 14 catorze 30 trenta',
  cs: `0.5 půl 1 jeden,jedna,jedno,jednoho,jedné,jednu,jednom 1.5 půldruhého 2 dvě,dvou,dvěma 3 tří,třech,třem
    4 čtyř,čtyřech,čtyřem 5 pěti 6 šesti 7 sedmi 8 osmi 9 devíti 10 deseti 11 jedenácti 12 dvanácti
    13 třinácti 14 čtrnácti 15 patnácti 20 dvaceti 24 čtyřiadvacet,čtyřiadvaceti,dvaceti čtyř
    30 třiceti 40 čtyřiceti 60 šedesáti`,
  da: '0.5 halv,halvt,halve 1 et,en,én,ét 1.5 halvanden,halvandet 2 to 14 fjorten 30 tredive',
  de: `0.5 halbe,halber,halbes,halben,halb 1 ein,eine,einen,einem,einer,eines 1.5 anderthalb,eineinhalb
    2 zwo,zweier,beiden,beide 2.5 zweieinhalb 3 dreier 3.5 dreieinhalb 4.5 viereinhalb 30 dreissig`,
  el: `0.5 μισή,μισό 1 ένας,μία,μια,έναν,ένα 1.5 ενάμιση,μιάμιση 3 τρεις,τρία 4 τέσσερις,τέσσερα 7 εφτά
    8 οχτώ 9 εννιά`,
  en: '0.5 half,half a,half an 1 a,an 2 both 12 dozen',
  es: `0.5 medio,media 1 un,una,uno 2 ambos,ambas 21 veintiún,veintiuna 31 treinta y un
    15 una quincena de`,
  et: `0.5 pool 1 ühe 2 kahe 3 kolme 4 nelja 5 viie 6 kuue 7 seitsme 8 kaheksa 9 üheksa 10 kümne
    14 neljateistkümne 24 kahekümne nelja 30 kolmekümne`,
  fi: `0.5 puoli,puolen 1 yhden,yhdessä 1.5 puolitoista 2 kahden,kahta,kahdessa 3 kolmen,kolmea,kolmessa
    4 neljän,neljää 5 viiden,viittä 6 kuuden,kuutta 7 seitsemän 8 kahdeksan 9 yhdeksän 10 kymmenen
    12 kahdentoista 14 neljäntoista 24 kahdenkymmenenneljän 30 kolmenkymmenen`,
  fr: `0.5 demi,demie 1 une 21 vingt-et-un,vingt-et-une 31 trente-et-un 2 deux,les deux
    15 une quinzaine de`,
  he: `0.5 חצי 1 אחד 2 שניים,שני,שתי,שתיים 3 שלושה,שלוש 4 ארבעה,ארבע 5 חמישה,חמש 6 שישה,שש 7 שבעה,שבע
    8 שמונה 9 תשעה,תשע 10 עשרה,עשר 14 ארבעה עשר,ארבע עשרה 30 שלושים`,
  hi: '0.5 आधा,आधे,आधी 1.5 डेढ़ 2.5 ढाई 5 पांच 6 छह,छः 9 नौ',
  hr: `0.5 pola 1 jedna,jedno,jednog 2 dvije,dva,dvoje 3 tri 4 četiri 5 pet 6 šest 7 sedam 8 osam 9 devet
    10 deset 14 četrnaest 24 dvadeset četiri 30 trideset`,
  hu: '0.5 fél 1.5 másfél 2 két,kettő',
  it: '0.5 mezzo,mezza 1 un,una,uno 2 entrambi,entrambe 21 ventun 31 trentun 15 una quindicina di',
  nl: '0.5 half,halve,een half,een halve 1 één,een 1.5 anderhalf,anderhalve 2 beide',
  no: '0.5 halv,halvt,halve 1 en,ei,ett,én 1.5 halvannen,halvannet 7 sju,syv 20 tjue,tyve 30 tretti,tredve',
  pl: `0.5 pół 1 jedna,jedno,jednego,jednej,jedną,jednym 1.5 półtora,półtorej 2 dwie,dwóch,dwoje,dwu,dwom,dwiema
    2.5 dwa i pół,dwie i pół 3 trzech,trzem,troje 4 czterech,czterem,czworo 5 pięciu 6 sześciu 7 siedmiu
    8 ośmiu 9 dziewięciu 10 dziesięciu 11 jedenastu 12 dwunastu 13 trzynastu 14 czternastu
    15 piętnastu 16 szesnastu 17 siedemnastu 18 osiemnastu 19 dziewiętnastu 20 dwudziestu
    21 dwudziestu jeden 24 dwudziestu czterech 30 trzydziestu 40 czterdziestu 48 czterdziestu ośmiu
    50 pięćdziesięciu 60 sześćdziesięciu 70 siedemdziesięciu 80 osiemdziesięciu
    90 dziewięćdziesięciu 100 stu`,
  pt: `0.5 meio,meia 1 um,uma 2 duas,ambos,ambas 14 quatorze,catorze 16 dezesseis,dezasseis
    17 dezessete,dezassete 19 dezenove,dezanove 21 vinte e uma 22 vinte e duas`,
  ro: '0.5 jumătate de 1 un,o,una 2 două,doi 12 douăsprezece,doisprezece 14 paisprezece',
  ru: `0.5 половина,половину,половины 1 одна,одно,одного,одной,одну,одном 1.5 полтора,полторы,полутора
    2 две,двух,двум,двумя,двое,оба,обе 3 трёх,трех,трём,трем,тремя,трое 4 четырёх,четырех,четырём,четырем,четверо
    5 пяти,пятью 6 шести,шестью 7 семи,семью 8 восьми,восемью 9 девяти,девятью 10 десяти,десятью
    11 одиннадцати 12 двенадцати 13 тринадцати 14 четырнадцати 15 пятнадцати 16 шестнадцати
    17 семнадцати 18 восемнадцати 19 девятнадцати 20 двадцати 21 двадцати одного
    24 двадцати четырёх,двадцати четырех 30 тридцати 40 сорока 48 сорока восьми 50 пятидесяти
    60 шестидесяти 70 семидесяти 80 восьмидесяти 90 девяноста 100 ста`,
  sk: `0.5 pol 1 jedna,jedno,jedného,jednej,jednu 2 dve,dva,dvoch,dvaja 3 tri,troch,traja 4 štyri,štyroch
    5 päť,piatich 6 šesť,šiestich 7 sedem,siedmich 8 osem,ôsmich 9 deväť,deviatich 10 desať,desiatich
    12 dvanásť 14 štrnásť,štrnástich 20 dvadsať 24 dvadsaťštyri 30 tridsať,tridsiatich`,
  sl: '0.5 pol 1 ena,eno,en 2 dve,dva,dveh 3 tri,treh 4 štiri 5 pet 10 deset 14 štirinajst 30 trideset',
  sr: `0.5 pola,пола 1 jedna,jedno,једна,једно 2 dva,dve,два,две 3 tri,три 4 četiri,четири 5 pet,пет
    10 deset,десет 14 četrnaest,четрнаест 30 trideset,тридесет`,
  sv: '0.5 halv,halvt,halva 1 ett,en 1.5 en och en halv,ett och ett halvt 2 båda',
  tr: '0.5 yarım 1.5 bir buçuk',
  uk: `0.5 половина,половину 1 одна,одно,одне,одного,однієї,одну 1.5 півтора,півтори
    2 дві,двох,двом,двоє,обидва 3 трьох,трьом,троє 4 чотирьох,чотирьом 5 п'яти,п’яти,п'ятьох 6 шести
    7 семи 8 восьми 9 дев'яти 10 десяти 12 дванадцяти 14 чотирнадцяти 20 двадцяти
    24 двадцяти чотирьох 30 тридцяти 48 сорока восьми 60 шестидесяти`,
  vi: '0.5 nửa 4 tư 15 mười lăm',
}

/**
 * Words that are a number and its unit, by language. Arabic and Hebrew have a form for two; others
 * join a half to its unit.
 */
export const NUMBERED_UNITS: Readonly<Record<string, string>> = {
  ar: `2 second ثانيتين,ثانيتان 2 minute دقيقتين,دقيقتان 2 hour ساعتين,ساعتان 2 day يومين,يومان
    2 week أسبوعين,أسبوعان,اسبوعين 2 month شهرين,شهران 2 year سنتين,سنتان,عامين,عامان`,
  cs: '0.5 hour půlhodina,půlhodiny,půlhodinu 14 day čtrnáctidenní',
  de: '0.5 hour halbstündig 15 minute viertelstunde,viertelstündig 45 minute dreiviertelstunde 50 percent hälfte',
  en: '14 day fortnight 15 minute quarter-hour 50 percent half off,half price,half the price,pay half',
  es: '14 day quincena 50 percent mitad',
  et: '0.5 hour pooltund',
  fr: '15 day quinzaine 0.5 hour demi-heure 0.5 day demi-journée 50 percent moitié',
  he: `2 hour שעתיים 2 day יומיים 2 week שבועיים 2 month חודשיים 2 year שנתיים`,
  it: '50 percent metà',
  nl: '0.5 hour halfuur 15 minute kwartier 50 percent helft',
  no: '14 day fjorten dager 0.5 hour halvtime',
  pl: '0.5 hour półgodzinny 15 minute kwadrans,kwadransa 0.5 year półrocze 50 percent połowę,połowy',
  ru: '0.5 hour полчаса 0.5 year полгода 0.5 day полдня 1 day сутки 1.5 day полуторасуток',
  pt: '50 percent metade',
  sv: '0.5 hour halvtimme 15 minute kvart 50 percent hälften',
  tr: '0.5 hour yarımsaat',
  uk: '0.5 hour півгодини,пів години 0.5 year півроку,пів року 0.5 day півдня 1 day доба,добу',
}

/**
 * Words that add a half to the number or the unit before them: `three and a half`, `2時間半`. They
 * are matched at its end.
 */
export const AND_A_HALF =
  /^\s{0,2}(?:半(?!分|年|日|天|月|个|個|小|額|额|价|價)|반(?![가-힣])|ครึ่ง|(?:and a half|et demie?|y medi[oa]|e mezz[oa]|e mei[oa]|i pół|a půl|a pol|с половиной|з половиною|en een half|och en halv|och ett halvt|og en halv|og et halvt|buçuk|ja puoli|și jumătate|וחצי|ونصف|و نصف|וחצי)(?![\p{L}\p{M}]))/u
