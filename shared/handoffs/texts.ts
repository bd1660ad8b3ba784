import { lookUp } from '../lib/lookUp.ts'
import { codeOf } from '../lib/text/languageCodes.ts'

/**
 * What a customer is told about a handoff, by language (BCP 47), in fields separated by `|`: that
 * people get the chat; that nobody has answered yet; that nobody is there before `{time}`, and the
 * address that is asked for; and that the agent has the chat again.
 */
const TEXTS: Readonly<Record<string, string>> = {
  en: 'I am passing you on to a colleague, who will answer you here.|Nobody has been able to answer you yet. We have your message and will get back to you.|Nobody is here at the moment. We are back on {time}. Leave us your e-mail address and we can answer you there.|Nobody has been able to answer you in time. Our assistant is here for you again.',
  fr: 'Je vous mets en relation avec un collègue, qui vous répondra ici.|Personne n’a encore pu vous répondre. Nous avons bien votre message et reviendrons vers vous.|Personne n’est disponible pour le moment. Nous serons de retour le {time}. Laissez-nous votre adresse e-mail et nous pourrons vous y répondre.|Personne n’a pu vous répondre à temps. Notre assistant est de nouveau à votre disposition.',
  it: 'La metto in contatto con un collega, che le risponderà qui.|Nessuno ha ancora potuto risponderle. Abbiamo il suo messaggio e la ricontatteremo.|Al momento non c’è nessuno. Torniamo {time}. Ci lasci il suo indirizzo e-mail, così potremo risponderle.|Nessuno ha potuto risponderle in tempo. Il nostro assistente è di nuovo a sua disposizione.',
  de: 'Ich gebe Ihre Anfrage an unser Team weiter. Jemand antwortet Ihnen hier.|Bisher konnte Ihnen niemand antworten. Wir haben Ihre Nachricht und melden uns bei Ihnen.|Im Moment ist niemand da. Wir sind wieder da: {time}. Hinterlassen Sie uns Ihre E-Mail-Adresse, dann können wir Ihnen dort antworten.|Niemand konnte Ihnen rechtzeitig antworten. Unser Assistent ist wieder für Sie da.',
  es: 'Le paso con un compañero, que le responderá aquí.|Nadie ha podido responderle todavía. Tenemos su mensaje y nos pondremos en contacto con usted.|En este momento no hay nadie. Volvemos el {time}. Déjenos su correo electrónico y podremos responderle allí.|Nadie ha podido responderle a tiempo. Nuestro asistente vuelve a estar a su disposición.',
  pt: 'Vou passar a conversa a um colega, que lhe responderá aqui.|Ainda ninguém pôde responder. Temos a sua mensagem e entraremos em contacto.|De momento não está ninguém. Voltamos: {time}. Deixe-nos o seu e-mail e poderemos responder-lhe por lá.|Ninguém pôde responder a tempo. O nosso assistente está novamente ao seu dispor.',
  nl: 'Ik verbind u door met een collega, die u hier antwoordt.|Nog niemand heeft u kunnen antwoorden. We hebben uw bericht en komen bij u terug.|Er is op dit moment niemand. We zijn er weer op {time}. Laat uw e-mailadres achter, dan kunnen we u daar antwoorden.|Niemand heeft u op tijd kunnen antwoorden. Onze assistent is er weer voor u.',
  sv: 'Jag kopplar dig vidare till en kollega, som svarar dig här.|Ingen har kunnat svara dig ännu. Vi har ditt meddelande och återkommer.|Ingen är här just nu. Vi är tillbaka {time}. Lämna din e-postadress så kan vi svara dig där.|Ingen har kunnat svara dig i tid. Vår assistent finns här för dig igen.',
  da: 'Jeg stiller dig videre til en kollega, som svarer dig her.|Ingen har kunnet svare dig endnu. Vi har din besked og vender tilbage.|Der er ingen her lige nu. Vi er tilbage {time}. Skriv din e-mailadresse, så kan vi svare dig der.|Ingen har kunnet svare dig i tide. Vores assistent er her for dig igen.',
  no: 'Jeg setter deg over til en kollega, som svarer deg her.|Ingen har kunnet svare deg ennå. Vi har meldingen din og kommer tilbake til deg.|Ingen er her akkurat nå. Vi er tilbake {time}. Legg igjen e-postadressen din, så kan vi svare deg der.|Ingen har kunnet svare deg i tide. Assistenten vår er her for deg igjen.',
  fi: 'Siirrän sinut kollegalle, joka vastaa sinulle täällä.|Kukaan ei ole vielä ehtinyt vastata. Viestisi on tallessa, ja palaamme asiaan.|Juuri nyt paikalla ei ole ketään. Olemme taas paikalla {time}. Jätä sähköpostiosoitteesi, niin voimme vastata sinne.|Kukaan ei ehtinyt vastata ajoissa. Avustajamme palvelee sinua taas.',
  pl: 'Przekazuję rozmowę koledze lub koleżance, którzy odpowiedzą tutaj.|Nikt jeszcze nie mógł odpowiedzieć. Mamy Twoją wiadomość i odezwiemy się.|W tej chwili nikogo nie ma. Wracamy: {time}. Zostaw nam swój adres e-mail, a będziemy mogli odpowiedzieć tam.|Nikt nie mógł odpowiedzieć na czas. Nasz asystent znów jest do dyspozycji.',
  cs: 'Předávám vás kolegovi, který vám odpoví zde.|Zatím vám nikdo nemohl odpovědět. Vaši zprávu máme a ozveme se.|Momentálně tu nikdo není. Vrátíme se: {time}. Nechte nám svou e-mailovou adresu a odpovíme vám tam.|Nikdo vám nemohl včas odpovědět. Náš asistent je vám opět k dispozici.',
  ro: 'Vă transfer unui coleg, care vă va răspunde aici.|Nimeni nu a putut să vă răspundă încă. Avem mesajul dumneavoastră și revenim.|Momentan nu este nimeni. Revenim {time}. Lăsați-ne adresa de e-mail și vă putem răspunde acolo.|Nimeni nu a putut să vă răspundă la timp. Asistentul nostru vă stă din nou la dispoziție.',
  hu: 'Átadom egy kollégámnak, aki itt válaszol Önnek.|Még senki sem tudott válaszolni. Az üzenete megvan, és jelentkezünk.|Jelenleg nincs itt senki. Legközelebb itt vagyunk: {time}. Adja meg az e-mail-címét, és oda válaszolhatunk.|Senki sem tudott időben válaszolni. Asszisztensünk ismét az Ön rendelkezésére áll.',
  el: 'Σας συνδέω με έναν συνάδελφο, που θα σας απαντήσει εδώ.|Κανείς δεν μπόρεσε ακόμη να σας απαντήσει. Έχουμε το μήνυμά σας και θα επικοινωνήσουμε μαζί σας.|Αυτή τη στιγμή δεν είναι κανείς εδώ. Επιστρέφουμε: {time}. Αφήστε μας τη διεύθυνση e-mail σας για να σας απαντήσουμε εκεί.|Κανείς δεν μπόρεσε να σας απαντήσει εγκαίρως. Ο βοηθός μας είναι ξανά στη διάθεσή σας.',
  tr: 'Sizi burada yanıt verecek bir çalışma arkadaşıma aktarıyorum.|Henüz kimse size yanıt veremedi. Mesajınız bizde, size döneceğiz.|Şu anda kimse yok. Tekrar buradayız: {time}. E-posta adresinizi bırakın, size oradan yanıt verebiliriz.|Kimse size zamanında yanıt veremedi. Asistanımız yeniden hizmetinizde.',
  ru: 'Передаю вас коллеге, который ответит вам здесь.|Пока никто не смог вам ответить. Ваше сообщение у нас, мы с вами свяжемся.|Сейчас никого нет. Мы снова на месте: {time}. Оставьте адрес электронной почты, и мы сможем ответить вам туда.|Никто не смог ответить вам вовремя. Наш помощник снова в вашем распоряжении.',
  uk: 'Передаю вас колезі, який відповість вам тут.|Поки що ніхто не зміг вам відповісти. Ваше повідомлення в нас, ми з вами зв’яжемося.|Зараз нікого немає. Ми знову на місці: {time}. Залиште адресу електронної пошти, і ми зможемо відповісти вам туди.|Ніхто не зміг відповісти вам вчасно. Наш помічник знову до ваших послуг.',
  bg: 'Прехвърлям ви към колега, който ще ви отговори тук.|Все още никой не е успял да ви отговори. Съобщението ви е при нас и ще се свържем с вас.|В момента няма никого. Отново сме тук: {time}. Оставете ни имейл адреса си и ще можем да ви отговорим там.|Никой не успя да ви отговори навреме. Нашият асистент отново е на ваше разположение.',
  ar: 'سأحوّلك إلى أحد الزملاء، وسيجيبك هنا.|لم يتمكن أحد من الرد عليك بعد. رسالتك لدينا وسنعود إليك.|لا يوجد أحد هنا في الوقت الحالي. نعود: {time}. اترك لنا بريدك الإلكتروني لنتمكن من الرد عليك هناك.|لم يتمكن أحد من الرد عليك في الوقت المناسب. مساعدنا في خدمتك من جديد.',
  fa: 'شما را به یکی از همکاران وصل می‌کنم که همین‌جا پاسخ می‌دهد.|هنوز کسی نتوانسته به شما پاسخ دهد. پیام شما نزد ماست و به شما پاسخ می‌دهیم.|در حال حاضر کسی اینجا نیست. دوباره اینجا هستیم: {time}. ایمیل خود را بگذارید تا بتوانیم آنجا پاسخ دهیم.|کسی نتوانست به‌موقع به شما پاسخ دهد. دستیار ما دوباره در خدمت شماست.',
  he: 'אני מעביר אותך לעמית, שיענה לך כאן.|אף אחד עוד לא הספיק לענות לך. ההודעה שלך אצלנו ונחזור אליך.|אין כאן אף אחד כרגע. נחזור: {time}. אפשר להשאיר כתובת אימייל ונענה לך שם.|אף אחד לא הספיק לענות לך בזמן. העוזר שלנו שוב לשירותך.',
  hi: 'मैं आपको एक सहकर्मी के पास भेज रहा हूँ, जो आपको यहीं उत्तर देंगे।|अभी तक कोई आपको उत्तर नहीं दे पाया है। आपका संदेश हमारे पास है और हम आपसे संपर्क करेंगे।|इस समय यहाँ कोई नहीं है। हम फिर उपलब्ध होंगे: {time}। अपना ई-मेल पता छोड़ दें, हम वहाँ उत्तर दे सकते हैं।|कोई आपको समय पर उत्तर नहीं दे पाया। हमारा सहायक फिर से आपकी सेवा में है।',
  bn: 'আমি আপনাকে একজন সহকর্মীর কাছে পাঠাচ্ছি, যিনি এখানেই উত্তর দেবেন।|এখনও কেউ আপনাকে উত্তর দিতে পারেননি। আপনার বার্তা আমাদের কাছে আছে, আমরা যোগাযোগ করব।|এই মুহূর্তে এখানে কেউ নেই। আমরা আবার থাকব: {time}। আপনার ই-মেইল ঠিকানা দিন, আমরা সেখানে উত্তর দিতে পারব।|কেউ সময়মতো আপনাকে উত্তর দিতে পারেননি। আমাদের সহকারী আবার আপনার সেবায় আছে।',
  th: 'กำลังส่งต่อคุณให้เพื่อนร่วมงาน ซึ่งจะตอบคุณที่นี่|ยังไม่มีใครตอบคุณได้ในตอนนี้ เราได้รับข้อความของคุณแล้วและจะติดต่อกลับ|ขณะนี้ไม่มีใครอยู่ เราจะกลับมา {time} ฝากอีเมลของคุณไว้ เราจะตอบกลับทางนั้นได้|ไม่มีใครตอบคุณได้ทันเวลา ผู้ช่วยของเราพร้อมช่วยคุณอีกครั้ง',
  vi: 'Tôi đang chuyển bạn đến một đồng nghiệp, người sẽ trả lời bạn tại đây.|Chưa có ai trả lời bạn được. Chúng tôi đã nhận tin nhắn và sẽ liên hệ lại.|Hiện không có ai ở đây. Chúng tôi trở lại vào {time}. Hãy để lại địa chỉ e-mail để chúng tôi trả lời bạn qua đó.|Không ai trả lời bạn kịp lúc. Trợ lý của chúng tôi lại sẵn sàng giúp bạn.',
  id: 'Saya meneruskan Anda ke seorang rekan, yang akan menjawab di sini.|Belum ada yang dapat menjawab Anda. Pesan Anda sudah kami terima dan kami akan menghubungi Anda.|Saat ini tidak ada orang. Kami kembali pada {time}. Tinggalkan alamat e-mail Anda agar kami dapat menjawab di sana.|Tidak ada yang sempat menjawab Anda tepat waktu. Asisten kami siap membantu Anda lagi.',
  zh: '我正在为您转接同事，他会在这里回复您。|目前还没有人能回复您。我们已收到您的消息，会与您联系。|现在没有人在线。我们将于{time}回来。请留下您的电子邮箱，我们可以通过邮件回复您。|没有人能及时回复您。我们的助手将继续为您服务。',
  ja: '担当者におつなぎします。こちらでお返事いたします。|まだお返事できておりません。メッセージは承っておりますので、追ってご連絡いたします。|ただいま担当者が不在です。{time}に戻ります。メールアドレスをお知らせいただければ、そちらへお返事いたします。|時間内にお返事できませんでした。アシスタントが再びご案内いたします。',
  ko: '여기에서 답변해 드릴 담당자에게 연결해 드리겠습니다.|아직 답변해 드리지 못했습니다. 메시지는 잘 받았으며 다시 연락드리겠습니다.|지금은 담당자가 없습니다. {time}에 돌아옵니다. 이메일 주소를 남겨 주시면 그곳으로 답변드리겠습니다.|제시간에 답변해 드리지 못했습니다. 어시스턴트가 다시 도와드리겠습니다.',
}

/** What a customer can be told. */
const NAMES = ['handedOff', 'unanswered', 'closed', 'returned'] as const
export type HandoffText = (typeof NAMES)[number]

/** A text in a language (BCP 47), or in English. */
export function handoffText(name: HandoffText, language: string): string {
  const line = lookUp(TEXTS, codeOf(language)) ?? TEXTS.en!
  return line.split('|')[NAMES.indexOf(name)]!
}

/** The languages that have these texts. */
export const TEXT_LANGUAGES = Object.keys(TEXTS)
