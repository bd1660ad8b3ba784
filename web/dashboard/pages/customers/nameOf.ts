import type { Schemas } from '../../lib/api.ts'

/** What a customer is called: by the trait `name`, or else by your own id. */
export const nameOf = ({
  user_reference,
  traits,
}: Pick<Schemas['Context'], 'user_reference' | 'traits'>) =>
  (typeof traits.name === 'string' && traits.name.trim()) || user_reference
