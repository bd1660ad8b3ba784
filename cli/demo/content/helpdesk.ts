import { type AgentStory, answered, unmet } from './story.ts'

/** Staff of Greenleaf ask about IT, holidays and the building. */
export const HELPDESK: AgentStory = {
  fields: {
    name: 'Hugo',
    description: 'The internal help desk: IT, holidays, expenses and the building.',
    tone: 'casual',
    default_tasks: ['answer_questions'],
    greeting: 'Hi! What do you need?',
    require_grounding: true,
  },
  share: 0.12,
  asked: 'customers',
  isWeekdaysOnly: true,
  trait: {
    name: 'department',
    values: ['Warehouse', 'Shop', 'Marketing', 'Finance', 'Greenhouse'],
  },
  tag: 'internal',
  topics: [
    ...answered('Staff handbook.md', [
      [
        'en',
        [
          'How do I ask for holidays?',
          'holiday request',
          'Who approves my leave?',
          'How many days of holiday do I have left?',
        ],
        'Enter holidays in the staff portal at least three weeks ahead; your team lead approves them within two working days.',
        1.5,
      ],
      [
        'en',
        ['How do I report sick?', 'I am ill today', 'Do I need a doctor’s note?'],
        'Tell your team lead before 8 am, and send a doctor’s note from the third day on to people@greenleaf.example.',
      ],
      [
        'en',
        ['How do I get my expenses back?', 'travel expenses', 'Where do I upload a receipt?'],
        'Upload receipts in the staff portal under Expenses by the fifth of the next month; the money comes with your salary.',
      ],
    ]),
    ...answered('pair', [
      [
        'en',
        [
          'I forgot my password',
          'How do I reset my password?',
          'account locked',
          'cannot log in to the staff portal',
        ],
        'Open portal.greenleaf.example/reset and enter your staff number: you get a link that is valid for 30 minutes. After five wrong tries an account is locked for an hour.',
        1.8,
      ],
      [
        'en',
        [
          'How do I connect to the VPN?',
          'VPN does not work',
          'Working from home: how do I reach the files?',
        ],
        'Install the client from portal.greenleaf.example/vpn, and sign in with your staff number and the code of your phone.',
        1.2,
      ],
      [
        'de',
        ['Wie setze ich mein Passwort zurück?', 'Passwort vergessen', 'Mein Konto ist gesperrt'],
        'Öffnen Sie portal.greenleaf.example/reset und geben Sie Ihre Personalnummer ein: Sie bekommen einen Link, der 30 Minuten gilt.',
        1.3,
      ],
      [
        'de',
        [
          'Wie richte ich den Drucker ein?',
          'Der Drucker im Lager geht nicht',
          'Drucker druckt nicht',
        ],
        'Wählen Sie in den Einstellungen den Drucker mit der Nummer, die auf dem Gerät steht. Hilft ein Neustart nicht, rufen Sie die 4711 an.',
      ],
    ]),
    ...unmet([
      ['en', ['Can I bring my dog to work?', 'dogs in the office allowed?'], 0.9],
      [
        'de',
        ['Gibt es einen Zuschuss für ein Jobrad?', 'Jobrad?', 'Kann ich ein Dienstrad leasen?'],
        1,
      ],
    ]),
  ],
}
