/** An order of the made-up shop, as its agent's tool reads it. */
interface DemoOrder {
  order: string
  state: string
  contents: string
  carrier: string | null
  arrives: string | null
}

const order = (order: string, state: string, more: Omit<DemoOrder, 'order' | 'state'>) =>
  [order, { order, state, ...more }] as const

/** The orders of nobody: they hold no names, and everybody may read them. */
const ORDERS: ReadonlyMap<string, DemoOrder> = new Map([
  order('1042', 'on its way', {
    contents: 'Monstera, 1 pot of clay',
    carrier: 'Green Post',
    arrives: 'tomorrow before noon',
  }),
  order('1043', 'being packed', {
    contents: 'Olive tree',
    carrier: 'Green Post',
    arrives: 'in two working days',
  }),
  order('1044', 'delivered', {
    contents: 'Snake plant, String of pearls',
    carrier: 'Green Post',
    arrives: null,
  }),
])

/** Returns an order by its number; undefined: there is none. */
export const orderOf = (number: string): DemoOrder | undefined => ORDERS.get(number)
