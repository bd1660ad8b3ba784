import { count, object, orNull, time } from '../http/schemas.ts'

/** How much of one bucket a caller has used, as `Limits.look` returns it. */
export const limitUse = object('LimitUse', 'How much of a limit on requests is used.', {
  limit: count('Requests that one window lets through.'),
  used: count('Requests in the current window; more than `limit` if the limit was lowered since.'),
  remaining: count('Requests that the current window still allows.'),
  resets_at: orNull(time('When the current window ends'), 'no window has begun'),
})

export const organizationRequests = {
  ...limitUse,
  title: 'OrganizationRequests',
  description:
    "API requests with keys of the organization's applications, in windows of an hour. Only the operator can change the limit.",
}
