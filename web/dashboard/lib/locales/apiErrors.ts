import type { components } from '../../../../client/schema.ts'
import { language } from '../language.ts'
import { t } from '../texts.tsx'

type ErrorCode = components['schemas']['Error']['code']
type Known<Code extends ErrorCode> = Code

/** Codes whose text users of the dashboard never read. */
type Unread = Known<
  // The dashboard builds its requests itself, and sends no secret of an application.
  | 'malformed_json'
  | 'malformed_request'
  | 'headers_too_large'
  | 'method_not_allowed'
  | 'unsupported_media_type'
  | 'idempotency_mismatch'
  | 'secret_in_browser'
  // Only the widget receives them.
  | 'invalid_identity'
  | 'origin_not_allowed'
  | 'widget_not_configured'
  // A page acts on them: it asks for the missing value, or ignores that the reply has ended.
  | 'organization_required'
  | 'second_factor_required'
  | 'reply_finished'
>

/**
 * The API's errors are in English. In other languages, these texts say the same with fewer details.
 * A new code compiles once it has a text here or is listed in `Unread`.
 */
const TEXTS: Readonly<Record<Exclude<ErrorCode, Unread>, string>> = {
  unauthenticated: t('The email address or the password is wrong.'),
  second_factor_wrong: t('The code is wrong, was used already, or is too old.'),
  passkey_refused: t('This passkey cannot be kept. Start again.'),
  single_sign_on_failed: t(
    'The sign-in at your identity provider did not work, or took too long. Try again.',
  ),
  single_sign_on_refused: t(
    'Your identity provider knows you, but your organization does not let you in. Ask an owner of your organization.',
  ),
  single_sign_on_required: t('Your organization signs in with single sign-on.'),
  single_sign_on_unavailable: t('Your identity provider cannot be reached. Try again in a moment.'),
  secret_key_missing: t(
    'The operator of this service has set no keys to keep secrets with (SECRET_KEYS).',
  ),
  mail_not_configured: t(
    'The operator of this service has set no mail server (SMTP_URL), so it sends no mails.',
  ),
  scope: t('Your role does not allow this.'),
  csrf_failed: t('Your session has changed. Reload the page and try again.'),
  not_found: t('This does not exist, or was deleted.'),
  payload_too_large: t('This is too large. A file can have up to 20 MB.'),
  invalid_text: t('A text has a character that cannot be stored.'),
  validation_failed: t('Some fields are wrong. Check them and try again.'),
  agent_inactive: t('The agent is inactive.'),
  endpoint_inactive: t('The endpoint is paused or disabled. Activate it first.'),
  thread_closed: t('The conversation is closed and takes no more messages.'),
  already_assigned: t('Somebody else has this conversation.'),
  tool_in_use: t('Agents use this tool. Take it from them first.'),
  decision_used: t('Somebody has decided on this already.'),
  decision_expired: t('It is too late to decide on this.'),
  decision_changed: t('This has changed since. Read it again, then decide.'),
  not_settleable: t('What came of this call is known already.'),
  tool_unavailable: t('The agent cannot use this tool now.'),
  tool_arguments: t('The model gave values that the tool does not take.'),
  tool_limit: t('The reply has used as many tools as it may.'),
  tool_failed: t('The other system refused the request.'),
  tool_not_sent: t('The other system could not be reached.'),
  tool_not_done: t('The other system has not carried this out.'),
  tool_timed_out: t('The other system did not answer in time.'),
  not_handed_off: t('The agent has this conversation. Take it over first.'),
  thread_busy: t('An earlier reply is not finished yet.'),
  reply_cancelled: t('The reply was cancelled.'),
  name_taken: t('There is another one with this name. Choose another name.'),
  agent_in_use: t('The agent has conversations, which would be deleted with it.'),
  connection_in_use: t('Agents or budgets use this connection. Give them another model first.'),
  email_taken: t('Somebody in your organization has this email address already.'),
  last_owner: t('The last owner can neither be removed nor get another role.'),
  precondition_failed: t('Somebody else has changed this in the meantime. Reload the page.'),
  cursor_expired: t('The list has changed. Reload the page.'),
  rate_limited: t('There were too many requests. Wait a moment and try again.'),
  budget_reached: t('A budget for what models may cost is reached.'),
  unavailable: t('The service is busy or cannot be reached. Try again in a moment.'),
  queue_full: t('Too much is waiting to be worked on. Try again in a few minutes.'),
  internal: t('The service has a defect. Report it with the number of the request.'),
  model_unavailable: t('The provider of the model does not answer.'),
  model_rate_limited: t('The provider of the model allows no more requests now.'),
  deadline_exceeded: t('It took too long.'),
  model_rejected: t('The provider of the model refuses this request.'),
  context_length_exceeded: t('The prompt is longer than the model can read.'),
  model_bad_output: t('The model answered with nothing, or with what cannot be read.'),
  model_not_configured: t('The provider of the model refuses the key, or is not set up.'),
  handed_off: t('A person had taken over before the reply was finished.'),
  worker_crashed: t('Several attempts failed.'),
  url_not_allowed: t('The address is not public, or leads to another site.'),
  fetch_failed: t('The page could not be fetched.'),
  page_too_large: t('The page is too large.'),
  knowledge_full: t('The organization has as much knowledge as it may have.'),
  unsupported_content: t('Pages or files of this type are not read.'),
  file_unreadable: t('The file is broken, encrypted or too large to be read.'),
  file_missing: t('The file is no longer stored.'),
  robots_disallowed: t('The robots.txt of the site does not allow the page to be read.'),
  no_text: t('There is no text in it.'),
}

/** Completes the sentence that a field's label begins. */
const FIELD_TEXTS: Readonly<Record<string, string>> = {
  required: t('is required'),
  minLength: t('is too short'),
  maxLength: t('is too long'),
  minimum: t('is too small'),
  maximum: t('is too large'),
  pattern: t('has a wrong form'),
  format: t('has a wrong form'),
  enum: t('is none of the choices'),
  key_malformed: t('has a space, a line break or another character that no key has: copy it again'),
  taken: t('is the name of a provider: choose another'),
  exclusiveMinimum: t('is too small'),
  unpriced: t('has no known price: add it to LLM_PRICES, or count tokens'),
}

/**
 * Returns the text for an error code; undefined: the API's own text is better, or already in the
 * user's language.
 */
export const textOfError = (code: string | undefined) =>
  language === 'en' ? undefined : (TEXTS as Readonly<Record<string, string>>)[code ?? '']

/** Returns the text of a stored error, such as that of a reply. */
export const sayError = ({ code, detail }: { code: string; detail: string }) =>
  textOfError(code) ?? detail

/** Returns the text for the error code of a field. */
export const textOfField = (code: string | undefined) =>
  language === 'en' ? undefined : FIELD_TEXTS[code ?? '']
