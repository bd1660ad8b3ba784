import { object, orNull, time } from '../http/schemas.ts'

const count = { type: 'integer', minimum: 0 } as const

/** How much of one bucket a caller has used, as `Limits.look` returns it. */
export const limitUse = object('LimitUse', {
  limit: { ...count, description: 'Requests in a window that are let through.' },
  used: { ...count, description: 'In the window that runs.' },
  remaining: count,
  resets_at: { ...orNull(time), description: 'When the window ends; null: none has begun.' },
})

export const organizationRequests = {
  ...limitUse,
  title: 'OrganizationRequests',
  description:
    "API requests in an hour, of all the organization's keys. The limit is the operator's to change.",
}
