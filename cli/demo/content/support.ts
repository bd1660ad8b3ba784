import { type AgentStory, answered, guessed, unmet } from './story.ts'

/** Visitors of the shop ask about plants, opening hours and the shop itself. */
export const SUPPORT: AgentStory = {
  fields: {
    name: 'Flora',
    description: 'Answers the customers of Greenleaf, a shop for house plants.',
    tone: 'friendly',
    default_tasks: ['answer_questions', 'provide_support'],
    greeting: 'Hello! What can I do for you and your plants?',
    instructions:
      'Answer in the language of the question. Do not diagnose diseases of people or pets.',
  },
  share: 0.3,
  asked: 'both',
  trait: { name: 'plants_owned', values: [1, 2, 3, 5, 8, 12] },
  tag: 'shop',
  topics: [
    ...answered('pair', [
      [
        'en',
        [
          'When are you open?',
          'What are your opening hours?',
          'Are you open on Saturday?',
          'until when are you open today',
        ],
        'We are open Monday to Friday from 9 am to 6 pm, and on Saturdays from 10 am to 4 pm. On Sundays we are closed.',
        2,
      ],
      [
        'en',
        [
          'How often should I water a monstera?',
          'watering monstera',
          'How much water does my monstera need in winter?',
        ],
        'Water a monstera about once a week in summer and every second week in winter, whenever the top two centimetres of soil are dry.',
        1.6,
      ],
      [
        'en',
        [
          'Which plants are safe for cats?',
          'Is a monstera poisonous for my cat?',
          'I have two cats, what can I buy?',
        ],
        'Calatheas, spider plants, Boston ferns and most palms are safe for cats. Monstera, pothos, lilies and dieffenbachia are poisonous for them.',
        1.4,
      ],
      [
        'en',
        [
          'Do you sell gift cards?',
          'Can I buy a voucher for a friend?',
          'gift card by email possible?',
        ],
        'Yes, gift cards of 25, 50 and 100 euros. They arrive by email within minutes and are valid for three years.',
      ],
      [
        'en',
        [
          'Which plants grow in a dark room?',
          'What can I put in a bathroom without a window?',
          'plants for low light',
        ],
        'Snake plants, ZZ plants and cast-iron plants grow two to three metres away from a window. Without any daylight no plant lives long: give it a plant lamp for ten hours a day.',
      ],
      [
        'de',
        [
          'Wann haben Sie geöffnet?',
          'Haben Sie am Samstag offen?',
          'Öffnungszeiten?',
          'Wie lange haben Sie heute auf?',
        ],
        'Wir haben Montag bis Freitag von 9 bis 18 Uhr geöffnet, samstags von 10 bis 16 Uhr. Sonntags ist geschlossen.',
        1.6,
      ],
      [
        'de',
        [
          'Wie oft muss ich eine Monstera gießen?',
          'Monstera gießen im Winter?',
          'Wie viel Wasser braucht meine Monstera?',
        ],
        'Gießen Sie eine Monstera im Sommer etwa einmal in der Woche und im Winter alle zwei Wochen, sobald die obersten zwei Zentimeter der Erde trocken sind.',
      ],
      [
        'de',
        [
          'Welche Pflanzen sind für Katzen ungiftig?',
          'Ist eine Efeutute giftig für meine Katze?',
          'Was kann ich mit Katze kaufen?',
        ],
        'Für Katzen ungiftig sind Calatheen, Grünlilien, Schwertfarne und die meisten Palmen. Giftig sind Monstera, Efeutute, Lilien und Dieffenbachien.',
      ],
      [
        'fr',
        [
          'Quels sont vos horaires ?',
          'Êtes-vous ouverts le samedi ?',
          'vous fermez à quelle heure ?',
        ],
        'Nous sommes ouverts du lundi au vendredi de 9 h à 18 h, et le samedi de 10 h à 16 h. Le dimanche, nous sommes fermés.',
      ],
      [
        'fr',
        [
          'À quelle fréquence arroser un monstera ?',
          'Mon monstera a-t-il besoin de beaucoup d’eau ?',
        ],
        'Arrosez un monstera environ une fois par semaine en été et une fois toutes les deux semaines en hiver, dès que les deux premiers centimètres de terre sont secs.',
      ],
    ]),
    ...answered('Plant care guide.md', [
      [
        'en',
        [
          'Why are the leaves of my calathea brown?',
          'my calathea has crispy edges',
          'Brown tips on a calathea, what helps?',
        ],
        'Brown edges on a calathea mostly come from dry air or hard water. Use rain water, and keep the air above 50 percent humidity.',
        1.4,
      ],
      [
        'en',
        [
          'How do I get rid of fungus gnats?',
          'small black flies in the soil',
          'There are tiny flies around my plants',
        ],
        'Fungus gnats disappear when the soil stays dry on top for two weeks. Yellow traps catch the adults, and nematodes kill the larvae.',
        1.2,
      ],
      [
        'en',
        ['When should I repot?', 'Does my ficus need a bigger pot?', 'repotting in winter ok?'],
        'Repot in spring, every two years, into a pot that is at most four centimetres wider than the old one.',
      ],
      [
        'en',
        ['Which fertiliser do I need?', 'How often do I feed my plants?'],
        'Feed green plants every two weeks from March to September with half the dose on the label, and not at all in winter.',
      ],
    ]),
    ...unmet([
      [
        'en',
        ['Do you repair broken pots?', 'My pot has a crack, can you mend it?', 'pot repair'],
        0.8,
      ],
      [
        'en',
        [
          'Do you rent plants for a wedding?',
          'Can we rent palms for an event?',
          'plant rental for one evening?',
        ],
        1,
      ],
      [
        'de',
        ['Kann ich Pflanzen für eine Feier mieten?', 'Verleihen Sie Pflanzen für Hochzeiten?'],
        0.7,
      ],
      ['de', ['Gießen Sie meine Pflanzen im Urlaub?', 'Haben Sie einen Gießdienst?'], 0.5],
    ]),
    ...guessed([
      [
        'en',
        ['Can my aloe stay outside at minus five degrees?', 'is my aloe ok in frost'],
        'Yes, an aloe usually takes light frost without damage.',
      ],
    ]),
  ],
}
