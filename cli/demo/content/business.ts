import { type AgentStory, answered, unmet } from './story.ts'

/** Companies ask about plants for offices, invoices and contracts. */
export const BUSINESS: AgentStory = {
  fields: {
    name: 'Nora',
    description: 'Advises companies: plants for offices, prices, invoices and service contracts.',
    tone: 'professional',
    default_tasks: ['answer_questions', 'qualify_leads'],
    greeting: 'Good day. How can we make your office greener?',
  },
  share: 0.1,
  asked: 'customers',
  isWeekdaysOnly: true,
  trait: {
    name: 'company',
    values: [
      'Nordlicht Hotels',
      'Atelier Roux',
      'Van Dijk Advies',
      'Brightside Studios',
      'Kanzlei Weber',
      'Hafen Logistik',
    ],
  },
  tag: 'business',
  topics: [
    ...answered('pair', [
      [
        'en',
        ['Can companies buy on account?', 'Can we pay by invoice?', 'invoice with 30 days?'],
        'Yes. Companies pay by invoice within 30 days once we have checked their VAT number, which takes one working day.',
        1.6,
      ],
      [
        'en',
        ['Is there a discount for large orders?', 'price for 40 plants', 'volume discount'],
        'From 20 plants on you get 10 percent, and from 100 plants on 18 percent.',
        1.3,
      ],
      [
        'en',
        [
          'Do you look after plants in offices?',
          'service contract for watering',
          'What does plant care cost for an office?',
        ],
        'Our gardeners come every two weeks. Care costs 3.50 euros a plant and month, and dead plants are replaced free of charge.',
      ],
      [
        'de',
        [
          'Können Firmen auf Rechnung kaufen?',
          'Zahlung auf Rechnung möglich?',
          'Rechnung mit 30 Tagen Ziel?',
        ],
        'Ja. Firmen zahlen innerhalb von 30 Tagen auf Rechnung, sobald wir die USt-IdNr. geprüft haben; das dauert einen Werktag.',
        1.4,
      ],
      [
        'nl',
        [
          'Kunnen bedrijven op rekening kopen?',
          'Kunnen wij op factuur betalen?',
          'factuur met 30 dagen?',
        ],
        'Ja. Bedrijven betalen binnen 30 dagen op factuur zodra wij het btw-nummer hebben gecontroleerd; dat duurt één werkdag.',
      ],
      [
        'nl',
        ['Is er korting bij grote bestellingen?', 'prijs voor 40 planten', 'volumekorting'],
        'Vanaf 20 planten krijgt u 10 procent korting, en vanaf 100 planten 18 procent.',
      ],
      [
        'fr',
        ['Les entreprises peuvent-elles payer sur facture ?', 'Paiement à 30 jours possible ?'],
        'Oui. Les entreprises paient sur facture à 30 jours dès que nous avons vérifié leur numéro de TVA, ce qui prend un jour ouvré.',
      ],
    ]),
    ...unmet([
      [
        'en',
        ['Do you install living walls?', 'moss wall for our lobby', 'Can you plan a green wall?'],
        1.3,
      ],
      ['nl', ['Leveren jullie ook plantenwanden?', 'groene wand voor kantoor?'], 0.6],
    ]),
  ],
}
