import { ERROR_CODES, type ErrorCode } from '../../shared/lib/errors.ts'

/** What each code means, for the reference. `docs/errors.md` also says what to do. */
const WORDS: Readonly<Record<ErrorCode, string>> = {
  malformed_json:
    'The body is no JSON, is nested over 32 levels deep, or has a forbidden key such as `__proto__`.',
  invalid_text:
    'The body is not UTF-8, or a text in it has a NUL character or half of a surrogate pair; `data.errors` says where.',
  malformed_request:
    'The request is no HTTP or multipart that can be read, has no Host, ended early, or came too slowly.',
  unauthenticated:
    'The credentials are missing, wrong, expired or revoked, or there are two kinds of them; `detail` says what to send.',
  invalid_identity:
    'The `identity_token` of a widget is forged, expired or wrong, or its user was erased after it was signed; `detail` says which.',
  origin_not_allowed:
    'No application with this `client_id` allows the Origin of the request, or the token was issued to another origin.',
  secret_in_browser:
    'The request has an `Origin` and an `X-API-Secret`: no browser may have the secret.',
  scope:
    'The credentials are valid, but not for this route or change; `detail` says who may use it.',
  csrf_failed:
    "The request has the dashboard's cookie without a valid `X-CSRF-Token`, or comes from a page of another site.",
  single_sign_on_failed:
    'The identity provider did not sign the user in, or its answer belongs to another browser or is too old.',
  single_sign_on_refused:
    'The identity provider signed the user in, but the organization does not let them in; `detail` says why.',
  single_sign_on_required:
    'The password is right, but the organization signs in by single sign-on.',
  not_found: 'There is no such route, or no such record in your organization.',
  method_not_allowed: 'The path takes other methods, which the `Allow` header lists.',
  payload_too_large:
    'The body is over 256 kB; in an upload, the file is over 20 MB or another field over 20 kB.',
  headers_too_large: 'The headers of the request are over 16 kB.',
  unsupported_media_type:
    'The body is not `application/json` (an upload: not `multipart/form-data`), or it is compressed.',
  validation_failed: 'Fields are missing, unknown or wrong; `data.errors` names each.',
  agent_inactive: 'The `is_active` of the agent is false.',
  endpoint_inactive: 'The webhook endpoint is paused, or Parley has disabled it.',
  thread_closed:
    'The session or conversation is closed or expired: it can be read, and takes no messages.',
  thread_busy: 'An earlier reply is unfinished, and the message said `on_busy: "reject"`.',
  reply_finished: 'The message is no reply in progress, so there is nothing to cancel.',
  reply_cancelled: 'The reply was cancelled while the request waited for it; `data` is its record.',
  already_assigned: 'Somebody else has the handoff; `data` is its record.',
  not_handed_off:
    'The agent has the session or conversation: hand it off before people are assigned, answer or return it.',
  idempotency_mismatch:
    'The `Idempotency-Key` was used on this path with another body in the last 24 hours.',
  email_taken: 'A user of your organization has this address already.',
  name_taken: 'Another record of your organization has this name.',
  agent_in_use:
    'The agent has conversations or sessions, which would be deleted with it: `data` counts them. Set `is_active` to false instead, or send `?conversations=delete`.',
  connection_in_use:
    'Agents have models of this connection, or budgets fall back to one; `data.agents` and `data.budgets` name them.',
  last_owner: 'The last owner of an organization can neither be removed nor get another role.',
  organization_required:
    'Address and password fit several organizations: send one of `data.organizations` as `organization`.',
  second_factor_required:
    'The password is right, and the user has an authenticator app: send its code, or a backup code, as `code`.',
  second_factor_wrong: 'The `code` is wrong, was used already, or is older than a minute.',
  passkey_refused:
    'The passkey is of another page, was answered too late, is kept already, or is one too many.',
  precondition_failed:
    'The record has changed since it was read: its `ETag` differs from `If-Match`.',
  cursor_expired:
    'No event with the id of `after` or `Last-Event-ID` is kept: it is too old, or was never there. Or the record of `after` is gone from a list that is sorted by a column.',
  rate_limited:
    'A limit on requests or attachments is reached; `detail` says which. Nothing was stored.',
  budget_reached:
    'A budget that an owner set is reached, or running replies have reserved what is left of it; `Retry-After` says when to try again.',
  unavailable:
    'The database, the queue or the storage of files cannot be reached, the records are locked by another request, or the machine is too busy to read a file.',
  queue_full:
    'Too many replies or knowledge entries wait for a worker, of your organization or of all. Nothing was stored.',
  widget_not_configured:
    'The operator has set no keys to sign widget tokens with (`WIDGET_TOKEN_KEYS`).',
  single_sign_on_unavailable:
    'The identity provider of the organization cannot be reached, or answers what cannot be read; `detail` says why.',
  mail_not_configured:
    'The operator has set no mail server (`SMTP_URL`), so Parley sends no mails.',
  secret_key_missing:
    'The operator has set no keys to seal secrets with (`SECRET_KEYS`), or removed the key of this secret.',
  internal:
    'The service has a defect; report it with the request id. A reply is tried three times before.',
  model_unavailable:
    'The model provider could not be reached, failed, or did not answer within `MODEL_TIMEOUT_SECONDS` (75), as often as the deadline allows and at most three times, or was down until the deadline.',
  model_rate_limited: 'The model provider refused the calls because of its own rate limit.',
  model_rejected: 'The model provider refuses the request, for instance because of its content.',
  context_length_exceeded: 'The prompt is longer than the model can read.',
  model_bad_output: 'The model answered with nothing, or with what cannot be read, twice.',
  model_not_configured:
    "The model provider refuses the service's key or redirects, or the agent's model is of a provider that is not set up.",
  deadline_exceeded:
    'The reply was not finished within `REPLY_DEADLINE_SECONDS` (120), or the entry not indexed within a day.',
  handed_off:
    'People had taken over before the reply was finished: a person answers, not the agent.',
  worker_crashed: 'Five attempts failed, the last because its worker process ended.',
  url_not_allowed:
    'The address, or one that it redirects to, is not public, has another port than 80 and 443, or leads to another site.',
  fetch_failed:
    'The page could not be fetched: no such host, no answer within 15 s, an error status, or over 5 redirects.',
  page_too_large: 'The page is over 5 MB.',
  unsupported_content:
    'The page is of no type that is read, or the file is not of its `file_type`.',
  file_unreadable:
    'The file is broken, encrypted, in an unknown encoding, or too large to be read.',
  file_missing: 'The bytes of the file are gone from the storage: upload it again.',
  robots_disallowed: "The site's robots.txt does not let `Parley` fetch the page.",
  delivery_failed: 'The receiver of a webhook did not answer 2xx.',
  no_text: 'There is no text in it, as in a scanned file or a page that a script fills.',
}

/** How the indexing of an entry ends: codes that only its `error` has. */
const OF_ENTRIES: readonly ErrorCode[] = [
  'url_not_allowed',
  'fetch_failed',
  'page_too_large',
  'unsupported_content',
  'file_unreadable',
  'robots_disallowed',
  'no_text',
]

/** How replies, or the indexing of entries, end in failure. */
export const JOB_ERRORS: readonly ErrorCode[] = [
  'model_unavailable',
  'model_rate_limited',
  'model_rejected',
  'context_length_exceeded',
  'model_bad_output',
  'model_not_configured',
  'deadline_exceeded',
  'worker_crashed',
  'handed_off',
  'budget_reached',
  'internal',
  'unavailable',
  'secret_key_missing',
  ...OF_ENTRIES,
  'file_missing',
]

/** What requests are refused with. */
export const REQUEST_ERRORS: readonly ErrorCode[] = ERROR_CODES.filter(
  (code) => !OF_ENTRIES.includes(code),
)

/** The codes with their meaning, and their status where one is given, as a list in Markdown. */
export const listErrors = (
  codes: readonly ErrorCode[],
  statusOf?: Readonly<Record<ErrorCode, number>>,
) =>
  codes
    .map((code) => `- \`${code}\`${statusOf ? ` (${statusOf[code]})` : ''}: ${WORDS[code]}`)
    .join('\n')
