import { object, orNull, time } from '../http/schemas.ts'

const count = { type: 'integer', minimum: 0 } as const

/** How much of one bucket a caller has used, as `Limits.look` returns it. */
export const limitUse = object('LimitUse', {
  limit: { ...count, description: 'Requests that a window allows.' },
  used: { ...count, description: 'Requests in the current window.' },
  remaining: count,
  resets_at: { ...orNull(time), description: 'When the window ends; null: none has begun.' },
})

export const organizationRequests = {
  ...limitUse,
  title: 'OrganizationRequests',
  description:
    "API requests in an hour, with all of the organization's keys. Only the operator can change the limit.",
}
