import type { Language } from './story.ts'

/** Names of customers, by language: first names, then family names. */
export const NAMES: Record<Language, readonly [readonly string[], readonly string[]]> = {
  en: [
    ['Priya', 'Leo', 'Hannah', 'Marcus', 'Zoe', 'Owen', 'Grace', 'Samir', 'Chloe', 'Daniel'],
    [
      'Okafor',
      'Bennett',
      'Raman',
      'Hughes',
      'Novak',
      'Fraser',
      'Walsh',
      'Adeyemi',
      'Carter',
      'Lindqvist',
    ],
  ],
  de: [
    ['Mira', 'Jonas', 'Lena', 'Felix', 'Katharina', 'Emre', 'Sophie', 'Tobias', 'Anja', 'Lukas'],
    [
      'Brandt',
      'Keller',
      'Yılmaz',
      'Schöne',
      'Vogel',
      'Hoffmann',
      'Krüger',
      'Neumann',
      'Bauer',
      'Weiß',
    ],
  ],
  fr: [
    ['Camille', 'Hugo', 'Inès', 'Théo', 'Amélie', 'Karim'],
    ['Lefèvre', 'Moreau', 'Benali', 'Girard', 'Dubois', 'Roux'],
  ],
  es: [
    ['Lucía', 'Tomás', 'Marta', 'Javier', 'Elena', 'Pablo'],
    ['Aguilar', 'Serrano', 'Ortega', 'Núñez', 'Vidal', 'Castro'],
  ],
  it: [
    ['Giulia', 'Marco', 'Chiara', 'Luca', 'Sara'],
    ['Ferrari', 'Conti', 'Greco', 'Marino', 'Costa'],
  ],
  nl: [
    ['Sanne', 'Daan', 'Femke', 'Bram'],
    ['de Vries', 'Jansen', 'Bakker', 'Visser'],
  ],
}

export const CITIES: Record<Language, readonly string[]> = {
  en: ['London', 'Bristol', 'Dublin', 'Edinburgh'],
  de: ['Hamburg', 'Leipzig', 'Wien', 'Köln'],
  fr: ['Lyon', 'Nantes', 'Bruxelles'],
  es: ['Valencia', 'Sevilla', 'Bilbao'],
  it: ['Torino', 'Bologna', 'Verona'],
  nl: ['Utrecht', 'Rotterdam'],
}

/** Words before and after a question; mostly none. */
export const GREETINGS: Record<Language, readonly string[]> = {
  en: ['Hi! ', 'Hello! ', 'Good morning. ', 'Quick question: '],
  de: ['Hallo! ', 'Guten Tag! ', 'Moin! '],
  fr: ['Bonjour ! ', 'Bonsoir ! '],
  es: ['¡Hola! ', 'Buenos días. '],
  it: ['Buongiorno! ', 'Salve! '],
  nl: ['Hallo! ', 'Goedemiddag! '],
}
export const THANKS: Record<Language, string> = {
  en: ' Thanks!',
  de: ' Danke!',
  fr: ' Merci !',
  es: ' ¡Gracias!',
  it: ' Grazie!',
  nl: ' Bedankt!',
}

/** Comments with low ratings, and with high ratings. */
export const COMMENTS: Record<Language, { low: readonly string[]; high: readonly string[] }> = {
  en: {
    low: [
      'That does not help me.',
      'I still do not know.',
      'Please let me talk to a person.',
      'This was wrong.',
    ],
    high: ['Quick and clear!', 'Exactly what I needed.', 'Great, thank you.'],
  },
  de: {
    low: [
      'Das hilft mir nicht weiter.',
      'Meine Frage wurde nicht beantwortet.',
      'Ich möchte mit einem Menschen sprechen.',
    ],
    high: ['Schnell und klar!', 'Genau das wollte ich wissen.'],
  },
  fr: {
    low: ['Cela ne répond pas à ma question.'],
    high: ['Rapide et clair !', 'Parfait, merci.'],
  },
  es: { low: ['No me ha servido.'], high: ['Rápido y claro.', '¡Perfecto!'] },
  it: { low: ['Non ha risposto alla mia domanda.'], high: ['Veloce e chiaro!'] },
  nl: { low: ['Dit helpt mij niet.'], high: ['Snel en duidelijk.'] },
}

/** The users of the dashboard. */
export const TEAM = [
  { email: 'owner@greenleaf.example', name: 'Ada Lindgren', role: 'owner' },
  { email: 'jonas.brandt@greenleaf.example', name: 'Jonas Brandt', role: 'editor' },
  { email: 'priya.raman@greenleaf.example', name: 'Priya Raman', role: 'editor' },
  { email: 'finance@greenleaf.example', name: 'Marta Ortega', role: 'viewer' },
] as const
