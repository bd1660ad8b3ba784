import type { HandoffReason } from '../../../shared/handoffs/records.ts'

/** A case that went to people: what the customer wrote, and what a colleague answered. */
export interface Case {
  reason: Extract<HandoffReason, 'customer_request' | 'topic' | 'takeover'>
  asked: string
  answered: string
  /** The customer's last word. */
  thanked: string
}

/** The languages in which the people of the demo answer. */
export type CaseLanguage = 'en' | 'de'

export const CASES: Record<CaseLanguage, readonly Case[]> = {
  en: [
    {
      reason: 'customer_request',
      asked: 'Can I talk to a person about my last parcel, please? Two of the pots arrived broken.',
      answered:
        'Hello, I am sorry about the pots. Two new ones leave our house today, and you need not send anything back.',
      thanked: 'That is very kind, thank you!',
    },
    {
      reason: 'customer_request',
      asked: 'I want to talk to a human.',
      answered: 'Hello, you are talking to one now. What can I do for you?',
      thanked: 'I only wanted to say that the new olive tree is wonderful.',
    },
    {
      reason: 'topic',
      asked: 'I was charged twice for the same order and would like a refund.',
      answered:
        'I can see both payments. The second one is on its way back to you and arrives within three working days.',
      thanked: 'Great, thanks for the quick help.',
    },
    {
      reason: 'customer_request',
      asked: 'Could someone from your team call me about planting a roof terrace?',
      answered:
        'Gladly. Our gardener calls you tomorrow between 10 and 12. Which number may we use?',
      thanked: 'The one in my account. Perfect!',
    },
    {
      reason: 'takeover',
      asked: 'The leaves have brown edges now, and I water as you said. What else could it be?',
      answered:
        'I joined in because that sounds like dry air. Mist the leaves in the morning, and move it away from the heating.',
      thanked: 'I will try that, thank you.',
    },
    {
      reason: 'topic',
      asked: 'There is a complaint I have to make: the courier left the parcel in the rain.',
      answered:
        'That must not happen. We send the order again, and have informed the courier. Please keep what is still good.',
      thanked: 'Thank you, that is more than fair.',
    },
  ],
  de: [
    {
      reason: 'customer_request',
      asked: 'Kann ich bitte mit einem Menschen sprechen? Meine Rechnung stimmt nicht.',
      answered:
        'Guten Tag, Sie haben recht: Der Gutschein fehlt darauf. Die neue Rechnung haben Sie gleich im Postfach.',
      thanked: 'Wunderbar, vielen Dank!',
    },
    {
      reason: 'topic',
      asked: 'Ich möchte eine Erstattung, die Lieferung kam vier Tage zu spät.',
      answered:
        'Das tut mir leid. Die Versandkosten haben wir Ihnen gerade erstattet, das Geld ist in drei Tagen da.',
      thanked: 'Danke für die schnelle Hilfe.',
    },
  ],
}

/** The customers who wait now, the longest wait first. */
export const WAITING: readonly Pick<Case, 'reason' | 'asked'>[] = [
  {
    reason: 'customer_request',
    asked: 'Can I speak to someone? My order was delivered, but the box is empty.',
  },
  {
    reason: 'topic',
    asked: 'I would like a refund for the lemon tree, it lost all its leaves in a week.',
  },
  {
    reason: 'customer_request',
    asked: 'I need a real person please, we want to order forty plants for our new office.',
  },
  { reason: 'customer_request', asked: 'Is there a human I can talk to about my invoice?' },
]

export const ANNOUNCEMENT: Record<CaseLanguage, string> = {
  en: 'I am passing you on to a colleague, who will answer you here.',
  de: 'Ich gebe Ihre Anfrage an unser Team weiter. Jemand antwortet Ihnen hier.',
}

/** Texts that the people have ready. */
export const SAVED_ANSWERS = [
  {
    name: 'Broken in transit',
    content:
      'I am sorry that it arrived broken. A new one leaves our house today, and you need not send anything back.',
  },
  {
    name: 'Refund',
    content:
      'Your refund is on its way. The money is back in your account within three working days.',
  },
  {
    name: 'Order number',
    content:
      'Could you tell me your order number? It has four digits, and is in the subject of our confirmation.',
  },
  {
    name: 'Photo of the plant',
    content:
      'Could you send me a photo of the whole plant, and one of a leaf from below? Then our gardeners can say more.',
  },
  {
    name: 'Call back',
    content:
      'Gladly. When may we call you, and at which number? We are here Monday to Friday from 9 am to 6 pm.',
  },
  {
    name: 'Goodbye',
    content:
      'You are welcome! If anything else comes up, just write to us here. Enjoy your plants!',
  },
] as const
