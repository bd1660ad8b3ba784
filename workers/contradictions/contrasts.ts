/** Words of titles that name the kind of a document, not its subject, by language. */
export const DOCUMENT_WORDS: Readonly<Record<string, string>> = {
  ar: 'أسئلة شائعة الأسئلة الشائعة شروط الشروط أحكام مساعدة معلومات عام نظرة عامة',
  cs: 'podmínky obchodní otázky odpovědi časté nápověda informace přehled obecné',
  da: 'vilkår betingelser spørgsmål svar ofte stillede hjælp information oversigt generelt',
  de: 'AGB allgemeine allgemeines Geschäftsbedingungen Bedingungen Hilfe Fragen Antworten häufige häufig gestellte Übersicht Information Informationen Hinweise Willkommen Startseite Handbuch Einleitung',
  en: 'faq faqs terms conditions policy policies help guide info information overview general generally frequently asked questions answers about us our page home welcome support centre center details summary introduction handbook manual document documentation website site final copy pdf docx doc txt md html htm csv json xlsx',
  es: 'ayuda preguntas frecuentes respuestas términos condiciones generales general información inicio guía resumen política',
  fi: 'ehdot kysymykset vastaukset ohje ohjeet tietoa yleistä usein kysytyt',
  fr: 'aide conditions générales général questions fréquentes réponses informations information accueil guide vente politique aperçu',
  he: 'שאלות נפוצות תשובות תנאים עזרה מידע כללי',
  it: 'aiuto domande frequenti risposte termini condizioni generali informazioni guida politica',
  ja: 'よくある質問 利用規約 ご案内 案内 ヘルプ 概要 規約 情報',
  ko: '자주 묻는 질문 답변 약관 이용약관 도움말 안내 정보 개요',
  nl: 'veelgestelde vragen antwoorden voorwaarden algemene algemeen hulp informatie overzicht beleid',
  no: 'vilkår betingelser spørsmål svar ofte stilte hjelp informasjon oversikt generelt',
  pl: 'regulamin warunki pomoc pytania odpowiedzi częste informacje ogólne przegląd',
  pt: 'ajuda perguntas frequentes respostas termos condições gerais informações guia política resumo',
  ru: 'вопросы ответы частые условия правила помощь информация общие обзор справка',
  sv: 'villkor frågor svar vanliga hjälp information översikt allmänt allmänna',
  tr: 'sıkça sorulan sorular cevaplar şartlar koşullar yardım bilgi genel bakış',
  uk: 'питання відповіді умови правила допомога інформація загальні огляд',
  zh: '常见问题 帮助 条款 服务条款 关于 信息 概述 说明 指南 常見問題 說明',
}

/** Stop words that change the meaning of a sentence: `3 days before arrival`, `the first month`. */
export const CONTRASTS = new Set(
  [
    'before after during until since first second third last next previous inside outside between with without only',
    'vor nach während seit erste ersten erster zweite zweiten zweiter dritte letzte letzten innen außen nur mit ohne',
    'avant après pendant depuis premier première deuxième second seconde dernier dernière seulement avec sans',
    'antes después durante primer primero primera segundo segunda último última solo con sin',
    'prima dopo durante primo seconda secondo ultimo ultima solo senza',
    'depois primeiro primeira último com sem apenas',
    'voor na tijdens sinds eerste tweede laatste alleen met zonder',
    'przed po podczas pierwszy pierwsza drugi druga ostatni tylko bez',
    'до после во время первый первая второй вторая последний только с без',
    'före efter under första andra sista bara utan før etter første anden andre siste sidste kun uten uden',
    'önce sonra ilk ikinci son قبل بعد أول ثاني לפני אחרי ראשון שני पहले बाद पहला दूसरा',
  ].flatMap((words) => words.split(' ')),
)
