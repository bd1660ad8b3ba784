/** Files of the knowledge. Topics quote their sentences word for word. */
export const DOCUMENTS = {
  'Plant care guide.md': `# Plant care guide

For everybody who asks in the shop or online. Written by our gardeners.

## Leaves

Brown edges on a calathea mostly come from dry air or hard water. Use rain water, and keep the air above 50 percent humidity.
Yellow leaves at the bottom of a plant are its oldest: cut them off. Yellow leaves everywhere mean too much water.

## Pests

Fungus gnats disappear when the soil stays dry on top for two weeks. Yellow traps catch the adults, and nematodes kill the larvae.
Against spider mites, shower the plant and put it under a transparent bag for a week.

## Pots and soil

Repot in spring, every two years, into a pot that is at most four centimetres wider than the old one.

## Feeding

Feed green plants every two weeks from March to September with half the dose on the label, and not at all in winter.
`,
  'Staff handbook.md': `# Staff handbook

## Holidays and illness

Enter holidays in the staff portal at least three weeks ahead; your team lead approves them within two working days.
Tell your team lead before 8 am, and send a doctor’s note from the third day on to people@greenleaf.example.

## Expenses

Upload receipts in the staff portal under Expenses by the fifth of the next month; the money comes with your salary.

## The house

The warehouse opens at 6 am. The last one out closes the roof windows of the greenhouse.
`,
  'Terms of delivery 2025.md': `# Terms of delivery 2025

## Costs

Delivery costs 5.90 euros. Above 60 euros it is free.

## Returns

You can return any plant within 30 days.
`,
} as const
