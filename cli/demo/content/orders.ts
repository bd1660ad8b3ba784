import { type AgentStory, answered, guessed, unmet } from './story.ts'

/** Customers ask about their parcels, returns and payments. */
export const ORDERS: AgentStory = {
  fields: {
    name: 'Otto',
    description: 'Helps customers with orders, delivery, returns and payments.',
    tone: 'professional',
    default_tasks: ['answer_questions', 'provide_support'],
    greeting: 'Hello! Is it about an order?',
    require_grounding: true,
  },
  share: 0.28,
  asked: 'customers',
  trait: { name: 'orders', values: [1, 1, 2, 3, 4, 7, 11] },
  tag: 'orders',
  topics: [
    ...answered('pair', [
      [
        'en',
        [
          'How long does delivery take?',
          'When does my parcel arrive?',
          'I ordered yesterday, when will it be here?',
          'delivery time',
        ],
        'Orders placed before 2 pm leave our house the same day and arrive within two working days.',
        2,
      ],
      [
        'en',
        [
          'What does delivery cost?',
          'shipping costs',
          'Is delivery free?',
          'How much is shipping for a small plant?',
        ],
        'Delivery costs 4.90 euros. Above 50 euros it is free.',
        1.5,
      ],
      [
        'en',
        [
          'Can I return a plant?',
          'My plant arrived broken, what now?',
          'How do returns work?',
          'the plant died on the way',
        ],
        'Yes. You can return any plant within 14 days, also when it has not survived the journey: a photo is enough for your money back.',
        1.8,
      ],
      [
        'en',
        ['Where is my parcel?', 'Can I track my order?', 'tracking number?'],
        'You find the way of your parcel under My orders. The tracking number also stands in the email that we send when the parcel leaves.',
        1.6,
      ],
      [
        'en',
        [
          'Can I change my order?',
          'I want to add something to my order',
          'How do I cancel an order?',
        ],
        'You can change or cancel an order under My orders until it is packed, which is usually within three hours.',
      ],
      [
        'en',
        ['How can I pay?', 'Do you take PayPal?', 'Which cards do you accept?'],
        'You can pay by card, PayPal, Apple Pay and direct debit. The amount is charged when the parcel leaves.',
      ],
      [
        'de',
        [
          'Wie lange dauert die Lieferung?',
          'Wann kommt mein Paket an?',
          'Lieferzeit?',
          'Gestern bestellt, wann ist es da?',
        ],
        'Bestellungen bis 14 Uhr verlassen unser Haus am selben Tag und kommen innerhalb von zwei Werktagen an.',
        1.8,
      ],
      [
        'de',
        ['Was kostet der Versand?', 'Ist der Versand kostenlos?', 'Versandkosten'],
        'Der Versand kostet 4,90 Euro. Ab 50 Euro ist er kostenlos.',
        1.2,
      ],
      [
        'de',
        [
          'Kann ich eine Pflanze zurückgeben?',
          'Meine Pflanze kam kaputt an',
          'Wie geht eine Rückgabe?',
        ],
        'Ja. Sie können jede Pflanze innerhalb von 14 Tagen zurückgeben, auch wenn sie die Reise nicht überlebt hat: Ein Foto genügt für die Erstattung.',
        1.4,
      ],
      [
        'fr',
        ['Combien de temps prend la livraison ?', 'Quand arrive mon colis ?', 'délai de livraison'],
        'Les commandes passées avant 14 h partent le jour même et arrivent sous deux jours ouvrés.',
      ],
      [
        'fr',
        [
          'Puis-je retourner une plante ?',
          'Ma plante est arrivée abîmée',
          'Comment faire un retour ?',
        ],
        "Oui. Vous pouvez retourner une plante sous 14 jours, même si elle n'a pas survécu au voyage : une photo suffit pour être remboursé.",
      ],
      [
        'es',
        ['¿Cuánto tarda el envío?', '¿Cuándo llega mi paquete?', 'plazo de entrega'],
        'Los pedidos hechos antes de las 14 h salen el mismo día y llegan en dos días laborables.',
      ],
      [
        'es',
        ['¿Puedo devolver una planta?', 'Mi planta llegó rota', '¿Cómo hago una devolución?'],
        'Sí. Puede devolver cualquier planta en un plazo de 14 días, también si no ha sobrevivido al viaje: basta una foto para recuperar su dinero.',
      ],
    ]),
    ...unmet([
      [
        'en',
        [
          'Do you ship to Switzerland?',
          'delivery to Zurich possible?',
          'Can you send a plant to Basel?',
        ],
        1.4,
      ],
      ['de', ['Liefern Sie in die Schweiz?', 'Versand nach Zürich möglich?'], 1.2],
      ['en', ['Can I pay with Klarna?', 'Do you offer instalments?'], 0.9],
      ['fr', ['Livrez-vous en Suisse ?', 'Peut-on livrer à Genève ?'], 0.7],
      ['es', ['¿Hacen envíos a Canarias?', '¿Llega a Tenerife?'], 0.6],
    ]),
    ...guessed([
      [
        'en',
        ['Can I pick my order up on Sunday?', 'pickup on a Sunday?'],
        'Yes, you can pick it up at the back door on Sundays as well.',
        0.4,
      ],
      [
        'de',
        ['Kann ich am Sonntag abholen?'],
        'Ja, sonntags können Sie am Hintereingang abholen.',
        0.3,
      ],
    ]),
  ],
}
