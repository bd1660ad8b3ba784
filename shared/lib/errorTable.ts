interface ErrorEntry {
  /** HTTP status of an answer with this code. */
  status: number
  /** What happened, in Markdown, for `docs/errors.md` and the reference. */
  means: string
  /** What the reader can do, in Markdown with links below `docs/`, for `docs/errors.md`. */
  remedy: string
  /**
   * What can carry the code: an answer, or a record (reply or knowledge entry) whose job failed.
   * Absent: only answers. Empty: only the figures of jobs.
   */
  carriers?: readonly ('answer' | 'record')[]
}

const BOTH: ErrorEntry['carriers'] = ['answer', 'record']
const RECORD: ErrorEntry['carriers'] = ['record']

const table = {
  // The request itself is wrong.
  malformed_json: {
    status: 400,
    means: 'The body is not JSON, is nested over 32 levels deep, or has a key such as `__proto__`.',
    remedy: 'Correct the body.',
  },
  invalid_text: {
    status: 400,
    means:
      'The body or query is not UTF-8, or a text in it has a NUL character or half of a ' +
      'surrogate pair; `detail` and `data.errors` say where.',
    remedy: 'Remove these characters.',
  },
  malformed_request: {
    status: 400,
    means:
      'The request is not HTTP or multipart that can be read, has no Host, ended early, or came ' +
      'too slowly.',
    remedy: 'Correct the client.',
  },
  unauthenticated: {
    status: 401,
    means:
      'The credentials are missing, wrong, expired or revoked (the answer does not say which), ' +
      'or the request has two kinds of them.',
    remedy: 'Send what `detail` names.',
  },
  invalid_identity: {
    status: 401,
    means:
      "A widget's `identity_token` is forged, expired or wrong, or its user was erased after it " +
      'was signed; `detail` says which.',
    remedy: 'Have your server sign a new token ([verified users](guide/verified-users.md)).',
  },
  single_sign_on_failed: {
    status: 401,
    means:
      'The identity provider did not sign the user in, or its answer belongs to another browser ' +
      'or is older than 10 minutes.',
    remedy: 'Start the sign-in again.',
  },
  origin_not_allowed: {
    status: 403,
    means:
      "No application with this `client_id` allows the request's Origin, or the token was issued " +
      'to another origin.',
    remedy: "The application's owner adds the origin to its list.",
  },
  secret_in_browser: {
    status: 403,
    means:
      'The request has an Origin and a secret (`X-API-Secret`, or `sk_…` in `Authorization`), so ' +
      'a browser has a secret that no browser may have.',
    remedy: 'Call from a server, and replace the secret.',
  },
  scope: {
    status: 403,
    means:
      'The credentials are valid, but not for this route or change: for instance a token where ' +
      'only a key may go, a key without the scope, or a viewer who changes something.',
    remedy: 'Send the credentials that `detail` names.',
  },
  csrf_failed: {
    status: 403,
    means:
      "The request has the dashboard's cookie without a valid `X-CSRF-Token`, or comes from a " +
      'page of another site.',
    remedy: 'Send the `csrf_token` of the sign-in.',
  },
  single_sign_on_refused: {
    status: 403,
    means:
      'The identity provider signed the user in, but the organization does not let them in: ' +
      'another domain, an unverified address, no role, or a deactivated user. `detail` says ' +
      'which.',
    remedy: 'An owner changes the settings or activates the user.',
  },
  single_sign_on_required: {
    status: 403,
    means: 'The password is right, but the organization signs in by single sign-on.',
    remedy: 'Sign in by single sign-on. Owners with an authenticator app may use their password.',
  },
  not_found: {
    status: 404,
    means: 'There is no such route, or no such record in your organization.',
    remedy: 'Check the path and the id.',
  },
  method_not_allowed: {
    status: 405,
    means: 'The path takes other methods, which the `Allow` header lists.',
    remedy: 'Use one of these methods.',
  },

  // A record's state does not allow what the request asks for.
  agent_inactive: {
    status: 409,
    means: "The agent's `is_active` is false.",
    remedy: 'Activate it, or use another agent.',
  },
  endpoint_inactive: {
    status: 409,
    means: 'The webhook endpoint is paused, or Parley has disabled it.',
    remedy: 'Set its `is_active` to true.',
  },
  thread_closed: {
    status: 409,
    means:
      'The session or conversation was closed, or the session expired (`SESSION_IDLE_DAYS`). It ' +
      'can be read, but takes no messages.',
    remedy: 'Open a new session or conversation.',
  },
  thread_busy: {
    status: 409,
    means: 'An earlier reply is unfinished, and the message said `on_busy: "reject"`.',
    remedy: 'Wait for that reply, or leave `on_busy` out.',
  },
  reply_finished: {
    status: 409,
    means: 'The message is not a reply in progress, so there is nothing to cancel.',
    remedy: 'Nothing.',
  },
  reply_cancelled: {
    status: 409,
    means: 'The reply was cancelled while the request waited for it; `data` is its record.',
    remedy: 'Post again, if the answer is still wanted.',
  },
  handed_off: {
    status: 409,
    means:
      'People took the chat over before the reply was finished, so the reply was cancelled. The ' +
      'question is stored, and a person answers it.',
    remedy: 'Wait for the person.',
    carriers: BOTH,
  },
  already_assigned: {
    status: 409,
    means: 'Another user has the handoff; `data.assignee_id` says who.',
    remedy: 'Have them release it: `assign` with `user_id: null`.',
  },
  not_handed_off: {
    status: 409,
    means:
      'The agent has the session or conversation, so people cannot be assigned, answer or return ' +
      'it.',
    remedy: 'Hand it off first.',
  },
  email_taken: {
    status: 409,
    means: 'A user of your organization has this address already.',
    remedy: "Nothing, or change that user's role.",
  },
  name_taken: {
    status: 409,
    means: 'Another record of your organization has this name.',
    remedy: 'Choose another name, or change that record.',
  },
  agent_in_use: {
    status: 409,
    means:
      'The agent has conversations or sessions, which would be deleted with it; `data` counts ' +
      'them and their messages. Nothing was deleted.',
    remedy:
      'To keep them, set `is_active` to false. To delete them too, send `?conversations=delete`.',
  },
  connection_in_use: {
    status: 409,
    means:
      'Agents or budgets use models of this connection; `data.agents` and `data.budgets` name ' +
      'them.',
    remedy: 'Give these agents another model, and change or delete these budgets.',
  },
  tool_in_use: {
    status: 409,
    means: 'Agents may call this tool; `data.agents` names them.',
    remedy: "Take the tool out of these agents' `tool_ids`.",
  },
  decision_used: {
    status: 409,
    means: 'The call was decided already, in another way; `data` has its state.',
    remedy: 'Read the reply again.',
  },
  decision_expired: {
    status: 409,
    means: 'The call waited too long for a decision, or people have taken the chat over.',
    remedy: 'Ask the agent again.',
  },
  decision_changed: {
    status: 409,
    means: '`digest` is not that of the call: what was decided on is not what would be done.',
    remedy: 'Read the reply again, and decide on what it says.',
  },
  not_settleable: {
    status: 409,
    means: 'The outcome of the call is known, or the call still runs.',
    remedy: 'Nothing.',
  },
  last_owner: {
    status: 409,
    means: 'The last owner of an organization can neither be removed nor lose the role.',
    remedy: 'Make another user an owner first.',
  },
  organization_required: {
    status: 409,
    means: 'Address and password fit several organizations, which `data.organizations` names.',
    remedy: 'Send the name of one of these organizations as `organization`.',
  },
  second_factor_required: {
    status: 409,
    means: 'The password is right, and the user has an authenticator app.',
    remedy: "Send the app's code, or a backup code, as `code`.",
  },
  passkey_refused: {
    status: 409,
    means:
      'The passkey belongs to another page, was answered too late, or is registered already; or ' +
      'the user has 20 passkeys.',
    remedy: 'Start again, or first remove a passkey that you do not use.',
  },
  cursor_expired: {
    status: 410,
    means:
      'The event of `after` or `Last-Event-ID` is too old and was deleted, or never existed. Or ' +
      'the record of `after` was deleted from a list that is sorted by a column.',
    remedy: 'Read from the beginning, without `after`, and compare with what you have.',
  },
  precondition_failed: {
    status: 412,
    means:
      'The record was changed since it was read: its `ETag` is not in `If-Match`. A weak tag ' +
      '(`W/"…"`) never matches.',
    remedy: 'Read the record again, and decide on both changes.',
  },

  // The request is too large, or its contents are wrong.
  payload_too_large: {
    status: 413,
    means:
      'The body is over 256 kB; in an upload, the file is over 20 MB or another field over 20 kB.',
    remedy: 'Send less.',
  },
  unsupported_media_type: {
    status: 415,
    means:
      'The body is not `application/json` (an upload: not `multipart/form-data`), or it is ' +
      'compressed.',
    remedy: 'Send plain JSON, or an uncompressed form.',
  },
  validation_failed: {
    status: 422,
    means: 'Fields are missing, unknown or wrong; `data.errors` names each.',
    remedy: 'Correct these fields.',
  },
  idempotency_mismatch: {
    status: 422,
    means: 'The `Idempotency-Key` was used on this path with another body in the last 24 hours.',
    remedy: 'Send a new key with a new request.',
  },
  second_factor_wrong: {
    status: 422,
    means: 'The `code` is wrong, was used already, or is older than a minute.',
    remedy: "Wait for the app's next code, or use a backup code.",
  },
  rate_limited: {
    status: 429,
    means:
      'A limit on requests, or on the attachments of a day, is reached; `detail` says which. ' +
      'Nothing was stored.',
    remedy:
      "Try again after `Retry-After`. The operator can raise an organization's limit, and its " +
      'owners the limit of one application.',
  },
  budget_reached: {
    status: 429,
    means:
      'A budget for what models may cost is reached, or running replies have reserved the rest ' +
      'of it. Either nothing was stored, or the reply failed with this code and cost nothing.',
    remedy:
      "Try again after `Retry-After`, at the end of the budget's day or month. An owner can " +
      'raise the budget, or choose a cheaper model for its end ([budgets](guide/budgets.md)).',
    carriers: BOTH,
  },
  headers_too_large: {
    status: 431,
    means: 'The headers of the request are over 16 kB.',
    remedy: 'Send fewer or shorter headers.',
  },

  // The service cannot answer the request, or not now.
  internal: {
    status: 500,
    means:
      'Parley has a defect. A reply fails with this code after three attempts. An answer of the ' +
      'analytics has a `traceback`: null, or the stack if `NODE_ENV` is not `production`.',
    remedy: 'Report it with the request id.',
    carriers: BOTH,
  },
  unavailable: {
    status: 503,
    means:
      'The database, the queue or the storage of files cannot be reached, another request holds ' +
      'the records, or the database is not migrated to this version yet. An entry fails with ' +
      'this code if its file could not be fetched from the storage by the deadline, or if the ' +
      'machine was too busy to read it, ten times in over an hour.',
    remedy: 'Try again after `Retry-After`, with the same `Idempotency-Key`.',
    carriers: BOTH,
  },
  queue_full: {
    status: 503,
    means:
      'Too many replies or knowledge entries wait for a worker: in your organization ' +
      '(`ORGANIZATION_MAX_QUEUED`, or more than can be answered by their deadline), or in all ' +
      'organizations (`MAX_QUEUED`). `detail` says which; nothing was stored.',
    remedy: 'Try again after `Retry-After`. The operator can add workers.',
  },
  widget_not_configured: {
    status: 503,
    means: 'The operator has set no keys that sign widget tokens (`WIDGET_TOKEN_KEYS`).',
    remedy: 'The operator sets these keys.',
  },
  mail_not_configured: {
    status: 503,
    means: 'The operator has set no mail server (`SMTP_URL`), so Parley sends no mails.',
    remedy:
      'The operator sets `SMTP_URL`, or sets a new password with `parley-admin reset-password`.',
  },
  secret_key_missing: {
    status: 503,
    means:
      'The operator has set no `SECRET_KEYS`, or has removed the key of a stored secret; ' +
      '`detail` names it.',
    remedy: 'The operator sets `SECRET_KEYS`, or puts the key back ([backup](backup.md)).',
    carriers: BOTH,
  },
  single_sign_on_unavailable: {
    status: 502,
    means:
      "The organization's identity provider cannot be reached, or its answer cannot be read; " +
      '`detail` says why.',
    remedy: 'Try again. An owner checks the settings at the provider.',
  },

  // Why a reply failed. An answer has the code, and so has the reply's record.
  model_unavailable: {
    status: 502,
    means:
      'The model provider could not be reached, failed, or took longer than ' +
      '`MODEL_TIMEOUT_SECONDS` (75), as often as the deadline allows and at most three times; or ' +
      "it was down until the reply's deadline.",
    remedy:
      'Post again later. If the model always takes that long, the operator raises ' +
      '`MODEL_TIMEOUT_SECONDS`, and `REPLY_DEADLINE_SECONDS` with it.',
    carriers: BOTH,
  },
  model_rate_limited: {
    status: 502,
    means: 'The model provider limited our calls four times, or for longer than the deadline.',
    remedy: 'Post again later.',
    carriers: BOTH,
  },
  model_rejected: {
    status: 502,
    means: 'The model provider refuses the request, for instance because of its content.',
    remedy:
      "Change the message or the agent. The worker's log and the row in `jobs` have the " +
      "provider's own code and type.",
    carriers: BOTH,
  },
  context_length_exceeded: {
    status: 502,
    means: 'The prompt is longer than the model can read.',
    remedy:
      'Lower `KNOWLEDGE_TOKENS` or `HISTORY_TOKENS`, shorten the instructions, or choose a model ' +
      'with a larger context.',
    carriers: BOTH,
  },
  model_bad_output: {
    status: 502,
    means: 'The model answered twice with nothing, or with something that cannot be read.',
    remedy: "Post again, or change the agent's model.",
    carriers: BOTH,
  },
  model_not_configured: {
    status: 502,
    means:
      "The provider refuses the service's key or has no credit left, the key has a character " +
      "that cannot be sent, the server redirects, which is not followed, or the agent's model " +
      'belongs to a provider that is not set up.',
    remedy: "The operator corrects `LLM_MODEL`, its key, or the provider's address.",
    carriers: BOTH,
  },
  deadline_exceeded: {
    status: 502,
    means:
      'The reply was not finished within `REPLY_DEADLINE_SECONDS` (120), or the entry not ' +
      'indexed within a day.',
    remedy: 'Post again.',
    carriers: BOTH,
  },
  worker_crashed: {
    status: 502,
    means: 'Five attempts failed, the last because its worker process ended.',
    remedy: 'Report it with the request id.',
    carriers: BOTH,
  },

  // Why a knowledge entry was not indexed. Its record has the code.
  url_not_allowed: {
    status: 422,
    means:
      "The entry's URL, or where it redirects to, is not a public web address: the address is " +
      'private or local, has credentials or another port than 80 and 443, leads from https to ' +
      'http or, where a site is read, to another site.',
    remedy: 'Use a public address, or have the operator list the host in `FETCH_ALLOWED_HOSTS`.',
    carriers: RECORD,
  },
  fetch_failed: {
    status: 502,
    means:
      "The entry's page, its robots.txt or sitemap, or most pages of its site could not be " +
      'fetched: no such host, no answer within 15 s, an error status, over 5 redirects. `detail` ' +
      'says which.',
    remedy: '`POST …/reindex` fetches it again; `PATCH` gives it another `url`.',
    carriers: RECORD,
  },
  page_too_large: {
    status: 422,
    means: "The entry's page is over 5 MB.",
    remedy: 'Use a smaller page.',
    carriers: RECORD,
  },
  knowledge_full: {
    status: 422,
    means:
      'With this entry, the organization would have more pieces of knowledge than ' +
      '`ORGANIZATION_MAX_CHUNKS`. Agents go on answering from its earlier text, if there is any.',
    remedy: 'Delete entries that are not needed, or ask the operator to raise the limit.',
    carriers: RECORD,
  },
  unsupported_content: {
    status: 422,
    means:
      "The entry's page is of a type that is not read, or its file is not of its `file_type`; " +
      '`detail` says which.',
    remedy:
      'Use a page of a [type that is read](guide/knowledge.md#what-is-read-of-a-file), or ' +
      'correct `file_type`.',
    carriers: RECORD,
  },
  file_unreadable: {
    status: 422,
    means:
      "The entry's file or page is broken, encrypted, in an unknown encoding, too large when " +
      'unpacked, has over 5,000 pages, or takes too much memory or processor time: over 20 s and ' +
      '6 s for each MB (in a PDF for one page), or over 180 s in all. `detail` says which.',
    remedy: 'Save the file again: as UTF-8, without a password, or in parts.',
    carriers: RECORD,
  },
  file_missing: {
    status: 422,
    means:
      "The entry's file was deleted from the object storage, or the object storage is no longer " +
      'set up.',
    remedy: 'Upload the file again. The operator checks the bucket.',
    carriers: BOTH,
  },
  robots_disallowed: {
    status: 422,
    means: "The site's robots.txt does not let `Parley` fetch the entry's page.",
    remedy: "Ask the site's owner to allow it, or upload the text as a file.",
    carriers: RECORD,
  },
  no_text: {
    status: 422,
    means: 'The entry has no text, as a blurred scan or a page that a script fills.',
    remedy: 'Add text, or scan it anew, sharper.',
    carriers: RECORD,
  },

  // Why a call of a tool did not succeed.
  tool_unavailable: {
    status: 422,
    means:
      'The model asked for a tool that there is not, that is off, or that may not be used here; ' +
      '`detail` says which.',
    remedy: "Look at the tool, and at the agent's `tool_ids`.",
    carriers: RECORD,
  },
  tool_arguments: {
    status: 422,
    means: "The model's arguments do not fit the tool's schema; `detail` says where.",
    remedy: "Describe the arguments more clearly in the tool's `input_schema`.",
    carriers: RECORD,
  },
  tool_limit: {
    status: 422,
    means: 'The model asked for more calls than one question may have.',
    remedy: 'Offer a tool that does more in one call.',
    carriers: RECORD,
  },
  tool_failed: {
    status: 502,
    means: 'The other system answered that it could not do it; `detail` says how.',
    remedy: 'Look at the answer in the call, and at the other system.',
    carriers: RECORD,
  },
  tool_not_sent: {
    status: 502,
    means: 'The other system could not be reached, so that nothing was sent.',
    remedy: "Correct the tool's address, or the other system.",
    carriers: RECORD,
  },
  tool_not_done: {
    status: 502,
    means: 'The answer was lost, and the other system says that it did not do it.',
    remedy: 'Ask the agent again.',
    carriers: RECORD,
  },
  tool_timed_out: {
    status: 504,
    means: 'The other system did not answer in time, or the connection broke.',
    remedy: "Raise the tool's `timeout_ms`, or look at the other system.",
    carriers: RECORD,
  },

  // Why a webhook was not delivered.
  delivery_failed: {
    status: 502,
    means:
      'The receiver of a webhook did not answer 2xx in time. Only the figures of jobs have the ' +
      'code.',
    remedy: "Look at the deliveries of the webhook's endpoint.",
    carriers: [],
  },
} satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof table

/**
 * Every failure that a client or an operator can meet, by its stable code. `npm run tables` writes
 * the table of `docs/errors.md` from this table, in this order. The reference lists the meanings.
 */
export const ERRORS: Readonly<Record<ErrorCode, ErrorEntry>> = table
