import type { PastRow } from '../../shared/retention/pastRows.ts'
import { CITIES, NAMES } from './content/people.ts'
import type { AgentStory, Language } from './content/story.ts'
import type { Random } from './random.ts'

export interface Customer {
  /** The id of their context. */
  id: string
  /** The customer's id in the company's own systems. */
  reference: string
}

export interface Customers {
  /** Picks a customer for this agent, language and time, often a returning customer. */
  pick(story: AgentStory, language: Language, at: number): Customer
  /** The contexts of all customers that were picked. */
  contexts(): PastRow[]
}

/** How often a new customer asks, while names are left. */
const NEW = 0.55

export function makeCustomers(random: Random): Customers {
  const left = Object.fromEntries(
    Object.entries(NAMES).map(([language, [first, last]]) => [
      language,
      first.flatMap((given) => last.map((family) => `${given} ${family}`)),
    ]),
  )
  const known = new Map<string, Customer[]>()
  const rows = new Map<string, PastRow>()

  function makeCustomer(story: AgentStory, language: Language, at: number): Customer {
    const [name] = left[language]!.splice(random.whole(left[language]!.length), 1) as [string]
    const isStaff = story.trait.name === 'department'
    const customer = {
      id: random.id(at),
      reference: isStaff ? `staff-${100 + rows.size}` : `cus_${10_482 + 7 * rows.size}`,
    }
    const traits = {
      name,
      email: `${addressOf(name)}@${isStaff ? 'greenleaf' : 'mail'}.example`,
      language,
      city: random.pick(CITIES[language]),
      [story.trait.name]: random.pick(story.trait.values),
    }
    const time = new Date(at)
    const row = {
      id: customer.id,
      user_reference: customer.reference,
      traits,
      created_at: time,
      updated_at: time,
    }
    rows.set(customer.id, row)
    return customer
  }

  return {
    pick(story, language, at) {
      const key = `${story.fields.name} ${language}`
      const before = known.get(key) ?? []
      if (before.length && (!left[language]!.length || !random.chance(NEW)))
        return random.pick(before)
      const customer = makeCustomer(story, language, at)
      known.set(key, [...before, customer])
      return customer
    },
    contexts: () => [...rows.values()],
  }
}

/** `Théo Lefèvre` as `theo.lefevre`. */
const addressOf = (name: string) =>
  name
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll(' ', '.')
