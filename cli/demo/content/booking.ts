import { type AgentStory, answered, unmet } from './story.ts'

/** Visitors book workshops and tours of the greenhouse. */
export const BOOKING: AgentStory = {
  fields: {
    name: 'Bea',
    description: 'Answers questions about workshops and tours, and tells how to book them.',
    tone: 'friendly',
    default_tasks: ['answer_questions', 'book_appointments'],
    greeting: 'Hello! Would you like to join a workshop?',
  },
  share: 0.13,
  asked: 'visitors',
  trait: { name: 'workshops', values: [0, 1, 2] },
  tag: 'workshops',
  topics: [
    ...answered('pair', [
      [
        'en',
        ['How do I book a workshop?', 'I want to join the terrarium workshop', 'workshop booking'],
        'Choose a date on the Workshops page and pay a deposit of 15 euros. You get the confirmation by email at once.',
        1.6,
      ],
      [
        'en',
        ['Can I cancel a workshop?', 'I am ill, can I move my workshop?', 'cancel booking'],
        'You can cancel or move a workshop free of charge up to 48 hours before it begins. Later, the deposit stays with us.',
      ],
      [
        'en',
        [
          'How many people fit into a workshop?',
          'Can we come as a team of ten?',
          'group booking for 12',
        ],
        'A workshop takes up to twelve people. Groups of eight or more can have a date of their own, also in the evening.',
      ],
      [
        'de',
        [
          'Wie buche ich einen Workshop?',
          'Ich möchte beim Terrarium-Workshop mitmachen',
          'Workshop buchen',
        ],
        'Wählen Sie auf der Seite Workshops einen Termin und zahlen Sie 15 Euro an. Die Bestätigung kommt sofort per E-Mail.',
        1.3,
      ],
      [
        'de',
        ['Kann ich einen Workshop absagen?', 'Ich bin krank, kann ich verschieben?'],
        'Bis 48 Stunden vor Beginn können Sie einen Workshop kostenlos absagen oder verschieben. Danach behalten wir die Anzahlung.',
      ],
      [
        'it',
        [
          'Come prenoto un workshop?',
          'Vorrei partecipare al workshop sui terrari',
          'prenotazione workshop',
        ],
        'Scelga una data nella pagina Workshop e versi un acconto di 15 euro. La conferma arriva subito per e-mail.',
        1.4,
      ],
      [
        'it',
        ['Posso annullare un workshop?', 'Sono malata, posso spostare la data?'],
        "Può annullare o spostare un workshop gratuitamente fino a 48 ore prima dell'inizio. Dopo, l'acconto resta a noi.",
      ],
      [
        'es',
        [
          '¿Cómo reservo un taller?',
          'Quiero apuntarme al taller de terrarios',
          'reserva de taller',
        ],
        'Elija una fecha en la página Talleres y pague una señal de 15 euros. Recibirá la confirmación por correo enseguida.',
        1.2,
      ],
    ]),
    ...unmet([
      [
        'en',
        ['Are there workshops for children?', 'Can my daughter (8) join?', 'kids workshop'],
        1.2,
      ],
      ['it', ['Ci sono workshop per bambini?', 'Mio figlio di 7 anni può partecipare?'], 0.7],
      ['en', ['Is the greenhouse accessible by wheelchair?', 'wheelchair access?'], 0.6],
    ]),
  ],
}
