import { type AgentStory, answered, unmet } from './story.ts'

/** Applicants ask about jobs. */
export const CAREERS: AgentStory = {
  fields: {
    name: 'Kim',
    description: 'Answers applicants: open jobs, the process and apprenticeships.',
    tone: 'enthusiastic',
    default_tasks: ['answer_questions'],
    greeting: 'Hello! Would you like to work with plants?',
  },
  share: 0.07,
  asked: 'visitors',
  trait: { name: 'applied_for', values: ['Gardener', 'Driver', 'Shop assistant'] },
  tag: 'careers',
  topics: [
    ...answered('pair', [
      [
        'en',
        ['How do I apply?', 'Where do I send my CV?', 'Do I need a cover letter?'],
        'Send your CV to jobs@greenleaf.example; a cover letter is not needed. You hear from us within a week.',
        1.6,
      ],
      [
        'en',
        ['Do you have part-time jobs?', 'student job on Saturdays', 'Can I work 20 hours?'],
        'Yes. All jobs in the shop are open for 20, 30 or 38 hours a week, and students can work on Saturdays only.',
      ],
      [
        'es',
        ['¿Cómo envío mi candidatura?', '¿Dónde mando mi currículum?', '¿Hace falta una carta?'],
        'Envíe su currículum a jobs@greenleaf.example; no hace falta carta de presentación. Le respondemos en una semana.',
      ],
      [
        'it',
        ['Come mi candido?', 'Dove mando il curriculum?', 'Serve una lettera di presentazione?'],
        'Mandi il curriculum a jobs@greenleaf.example; la lettera di presentazione non serve. Le rispondiamo entro una settimana.',
      ],
      [
        'de',
        ['Bilden Sie aus?', 'Gibt es eine Ausbildung zum Gärtner?', 'Ausbildungsplatz 2027?'],
        'Ja. Jedes Jahr im August beginnen bei uns vier Auszubildende im Zierpflanzenbau. Bewerben können Sie sich bis Ende Februar.',
        1.2,
      ],
    ]),
    ...unmet([
      ['en', ['Do you sponsor work visas?', 'I am from Brazil, can you help with a visa?'], 1],
      ['en', ['What is the salary of a gardener?', 'How much do drivers earn?'], 1.1],
    ]),
  ],
}
