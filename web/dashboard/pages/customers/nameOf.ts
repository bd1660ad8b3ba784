import type { Schemas } from '../../lib/api.ts'

/** Returns a customer's name: the trait `name`, or else the organization's own id. */
export const nameOf = ({
  user_reference,
  traits,
}: Pick<Schemas['Context'], 'user_reference' | 'traits'>) =>
  (typeof traits.name === 'string' && traits.name.trim()) || user_reference
