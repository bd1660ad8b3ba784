/**
 * Abbreviations of many languages whose point does not end a sentence: titles before names, parts
 * of addresses, words before numbers. The lists leave out abbreviations that mostly end a sentence
 * (`etc.`), and words that often end a sentence. They also leave out abbreviations that
 * `sentences.ts` recognizes by their form: single letters, words without a vowel, words with points
 * inside, short words before a number.
 */
const LISTS = [
  // Latin letters
  'abp abs abt adr afd al allg approx aprox arch assoc aufl av avda avr avv bearb betr bez bhf bijv blvd boul boulev bpk ca cad capt',
  'chap cia cie co col comdr corp ctra dcha depto dept dipl dkfm doc dott dott.ssa doz doç dr dra dto dña dnei dlui eds ekskl engr env esim',
  'esq estr evt evtl exkl exma exmo fam févr fig figs fraz frk fsz gebr geb gegr gen gén geom gest godz gosp gouv gov gral hab hno hnos hrsg ifj im inc',
  'incl ing inkl insb inst inż iur izq janv jr jud judr juil jun kath ker koll krt lic lieut ltd ltda mah maj med mevr mgr mlle mlles mme mmes mons',
  'mr mrs ms mt mtro mudr mun müh nám núm ofic os osv öffentl österr öğr örn pag pagg pág págs phdr prof profa prof.ssa prov publ',
  'puh pza pça rev rndr sagr sekr sgt sig sigg sok sost spett sr sra srta st sta ste sto str supt sva șos tel telp telef tél tlf',
  'ths tp ts tys tř ud uds ul univ urb uzm vedl vol vols woj yrd zit zool zus ún úd özv św źr',
  // Cyrillic
  'акад ап бул бульв буд вул доб доц ед ет изд им инж канд кв корп наб напр оф пер пл пр просп пров проф рис респ св ст стр табл тел ул эт',
  // Greek
  'αγ αρ δηλ δρ καθ κα κος κεφ λεωφ οδ σελ τηλ',
  // Hebrew
  'טל רח שד מס עמ',
  // Indic
  'डॉ श्री श्रीमती रु प्रो नं कु पं मो क्र ডা ড মো প্রো নং திரு டாக்டர் డా ಡಾ ഡോ ડૉ ਡਾ',
]

/** Abbreviations in lower case, without their final point. */
export const ABBREVIATIONS: ReadonlySet<string> = new Set(LISTS.flatMap((list) => list.split(' ')))

/**
 * Abbreviations that continue a sentence only before a number, because they are also words, such as
 * `mind.` (`approx.` is no word, so it is in the lists above). Words of up to three letters are
 * listed only if numbers such as `L. 162-5` and `V` follow them.
 */
const COUNTING_LISTS = [
  'abschn absch afsn alin anh apartm apdo appt apto arr art arts artt beil cap caps chap circ cit ext fig hfst hoofdst insg jh jhdt kap lett libr lgh lib',
  'lit max mieszk min mind ngo núm odst omkr omtr ongev parag parágr paragr párr parr par pkt por poz přibl pribl przybl rozdz sec secc sect secț seç séc sez sett sid sub',
  'tab teléf telef tit tít tom trad ung ust vers yak yakl yüzy ziff şek böl',
  'абз гл корп кап комн каб макс мин ок ориент пом прибл прибл прим приблиз разд розд рис стор тож цит чл',
  'περ αριθ άρθρ εικ παρ πίν',
]
export const COUNTING: ReadonlySet<string> = new Set(
  COUNTING_LISTS.flatMap((list) => list.split(' ')),
)
