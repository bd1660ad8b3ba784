import type { Configuration } from './api/records.ts'

/** Every word that visitors see or have read to them. The first thirteen are the owner's to replace. */
export const KEYS = [
  'open',
  'close',
  'placeholder',
  'send',
  'retry',
  'new_session',
  'typing',
  'disclaimer',
  'offline',
  'failed',
  'limit_reached',
  'agent_inactive',
  'session_ended',
  'title',
  'greeting',
  'messages',
  'you',
  'reply',
  'sources',
  'helpful',
  'unhelpful',
  'newest',
  'unavailable',
] as const

export type Texts = Record<(typeof KEYS)[number], string>

/** In the order of KEYS. One string a language: keys would be most of the bytes. */
export const LANGUAGES: Readonly<Record<string, string>> = {
  en: 'Open chat|Close chat|Write a message …|Send|Try again|New chat|Writing …|Answers come from an AI and can be wrong.|No connection. We keep trying.|That did not work.|Too many messages at the moment. Please try again later.|This chat is taking a break.|This chat has ended.|Chat|Hello! How can we help?|Messages|You|Reply|Sources|Helpful|Not helpful|Newest message|This chat is not available on this site.',
  de: 'Chat öffnen|Chat schließen|Nachricht schreiben …|Senden|Erneut versuchen|Neuer Chat|Schreibt …|Antworten stammen von einer KI und können falsch sein.|Keine Verbindung. Wir versuchen es weiter.|Das hat nicht geklappt.|Im Moment zu viele Nachrichten. Bitte später erneut versuchen.|Dieser Chat macht gerade Pause.|Dieser Chat ist beendet.|Chat|Hallo! Wie können wir helfen?|Nachrichten|Sie|Antwort|Quellen|Hilfreich|Nicht hilfreich|Neueste Nachricht|Dieser Chat ist auf dieser Website nicht verfügbar.',
  fr: 'Ouvrir le chat|Fermer le chat|Écrire un message …|Envoyer|Réessayer|Nouveau chat|Écrit …|Les réponses viennent d’une IA et peuvent être fausses.|Pas de connexion. Nous réessayons.|Cela n’a pas marché.|Trop de messages pour le moment. Merci de réessayer plus tard.|Ce chat fait une pause.|Ce chat est terminé.|Chat|Bonjour ! Comment pouvons-nous vous aider ?|Messages|Vous|Réponse|Sources|Utile|Pas utile|Dernier message|Ce chat n’est pas disponible sur ce site.',
  es: 'Abrir el chat|Cerrar el chat|Escribe un mensaje …|Enviar|Reintentar|Nuevo chat|Escribiendo …|Responde una IA y puede equivocarse.|Sin conexión. Seguimos intentándolo.|No ha funcionado.|Demasiados mensajes por ahora. Inténtalo más tarde.|Este chat está en pausa.|Este chat ha terminado.|Chat|¡Hola! ¿En qué podemos ayudarte?|Mensajes|Tú|Respuesta|Fuentes|Útil|No útil|Último mensaje|Este chat no está disponible en este sitio.',
  it: 'Apri la chat|Chiudi la chat|Scrivi un messaggio …|Invia|Riprova|Nuova chat|Sta scrivendo …|Risponde un’IA e può sbagliare.|Nessuna connessione. Continuiamo a provare.|Non ha funzionato.|Troppi messaggi al momento. Riprova più tardi.|Questa chat è in pausa.|Questa chat è terminata.|Chat|Ciao! Come possiamo aiutarti?|Messaggi|Tu|Risposta|Fonti|Utile|Non utile|Ultimo messaggio|Questa chat non è disponibile su questo sito.',
  pt: 'Abrir o chat|Fechar o chat|Escreva uma mensagem …|Enviar|Tentar de novo|Novo chat|A escrever …|As respostas são de uma IA e podem estar erradas.|Sem ligação. Continuamos a tentar.|Não funcionou.|Demasiadas mensagens neste momento. Tente mais tarde.|Este chat está em pausa.|Este chat terminou.|Chat|Olá! Como podemos ajudar?|Mensagens|Você|Resposta|Fontes|Útil|Não útil|Última mensagem|Este chat não está disponível neste site.',
  nl: 'Chat openen|Chat sluiten|Schrijf een bericht …|Versturen|Opnieuw proberen|Nieuwe chat|Aan het typen …|Antwoorden komen van een AI en kunnen fout zijn.|Geen verbinding. We blijven het proberen.|Dat is niet gelukt.|Te veel berichten op dit moment. Probeer het later opnieuw.|Deze chat heeft even pauze.|Deze chat is afgelopen.|Chat|Hallo! Hoe kunnen we helpen?|Berichten|Jij|Antwoord|Bronnen|Nuttig|Niet nuttig|Nieuwste bericht|Deze chat is op deze site niet beschikbaar.',
  pl: 'Otwórz czat|Zamknij czat|Napisz wiadomość …|Wyślij|Spróbuj ponownie|Nowy czat|Pisze …|Odpowiada AI i może się mylić.|Brak połączenia. Próbujemy dalej.|Nie udało się.|Zbyt wiele wiadomości. Spróbuj ponownie później.|Ten czat ma teraz przerwę.|Ten czat się zakończył.|Czat|Dzień dobry! W czym możemy pomóc?|Wiadomości|Ty|Odpowiedź|Źródła|Pomocne|Niepomocne|Najnowsza wiadomość|Ten czat nie jest dostępny na tej stronie.',
  tr: 'Sohbeti aç|Sohbeti kapat|Mesaj yazın …|Gönder|Yeniden dene|Yeni sohbet|Yazıyor …|Yanıtları yapay zekâ verir, yanlış olabilir.|Bağlantı yok. Denemeye devam ediyoruz.|Bu olmadı.|Şu anda çok fazla mesaj var. Lütfen daha sonra deneyin.|Bu sohbet şu anda molada.|Bu sohbet sona erdi.|Sohbet|Merhaba! Nasıl yardımcı olabiliriz?|Mesajlar|Siz|Yanıt|Kaynaklar|Yararlı|Yararlı değil|En yeni mesaj|Bu sohbet bu sitede kullanılamıyor.',
  ar: 'فتح الدردشة|إغلاق الدردشة|اكتب رسالة …|إرسال|إعادة المحاولة|دردشة جديدة|يكتب …|الإجابات من ذكاء اصطناعي وقد تكون خاطئة.|لا يوجد اتصال. نواصل المحاولة.|لم ينجح ذلك.|الرسائل كثيرة الآن. يرجى المحاولة لاحقًا.|هذه الدردشة متوقفة مؤقتًا.|انتهت هذه الدردشة.|الدردشة|مرحبًا! كيف يمكننا مساعدتك؟|الرسائل|أنت|الرد|المصادر|مفيد|غير مفيد|أحدث رسالة|هذه الدردشة غير متاحة على هذا الموقع.',
  zh: '打开聊天|关闭聊天|输入消息…|发送|重试|新聊天|正在输入…|回答由 AI 生成，可能有误。|没有连接，正在重试。|未能成功。|目前消息过多，请稍后再试。|此聊天暂停服务。|此聊天已结束。|聊天|您好！有什么可以帮您？|消息|您|回复|来源|有帮助|没有帮助|最新消息|此聊天在本网站不可用。',
  ja: 'チャットを開く|チャットを閉じる|メッセージを入力…|送信|再試行|新しいチャット|入力中…|回答は AI によるもので、誤りを含むことがあります。|接続できません。再試行しています。|うまくいきませんでした。|現在メッセージが多すぎます。しばらくしてからお試しください。|このチャットは休止中です。|このチャットは終了しました。|チャット|こんにちは。ご用件をどうぞ。|メッセージ|あなた|返信|出典|役に立った|役に立たなかった|最新のメッセージ|このサイトではこのチャットを利用できません。',
}

const RIGHT_TO_LEFT = /^(ar|arc|ckb|dv|fa|he|ks|ku-arab|pa-arab|ps|sd|ug|ur|yi)\b/i

/** The first wish that is a language tag, without its extensions; `en` where there is none. */
export function chooseLocale(wishes: readonly (string | null | undefined)[]): string {
  for (const wish of wishes)
    try {
      if (wish) return new Intl.Locale(wish.trim().replaceAll('_', '-')).baseName
    } catch {}
  return 'en'
}

export const directionOf = (locale: string) => (RIGHT_TO_LEFT.test(locale) ? 'rtl' : 'ltr')

/** The words of the locale's language, English for one that we lack, and the owner's before either. */
export function textsOf(locale: string, { title, greeting, texts }: Partial<Configuration>): Texts {
  const words = (LANGUAGES[locale.split('-')[0]!] ?? LANGUAGES.en!).split('|')
  const own = Object.fromEntries(KEYS.map((key, index) => [key, words[index]])) as Texts
  if (title) own.title = title
  if (greeting) own.greeting = greeting
  return Object.assign(own, texts)
}
