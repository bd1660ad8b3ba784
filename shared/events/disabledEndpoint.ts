import { insertAuditEvent, SERVICE } from '../audit/auditEvents.ts'
import type { Config } from '../lib/config/config.ts'
import type { Db } from '../lib/db/db.ts'
import type { Log } from '../lib/observability/log.ts'
import type { Mail, Mailer } from '../mail/mailer.ts'
import { listOwnerAddresses } from '../people/users.ts'
import { type DisabledReason, endpointRecords, type WebhookEndpoint } from './endpoints.ts'

interface DisabledDeps {
  db: Db
  log: Log
  mailer: Mailer
  config: Pick<Config, 'PUBLIC_URL'>
}

/**
 * Notifies an organization that Parley has disabled an endpoint: in the audit log, and by mail to
 * its owners if the operator has set a mail server. Only the process that disabled it calls this,
 * once. Never throws.
 */
export async function notifyOfDisabled(
  { db, log, mailer, config }: DisabledDeps,
  { organization_id, endpoint_id }: { organization_id: string; endpoint_id: string },
): Promise<void> {
  try {
    const endpoint = await endpointRecords.get(db, organization_id, endpoint_id)
    await insertAuditEvent(db, {
      ...SERVICE,
      organization_id,
      action: 'webhook_endpoint.disabled',
      target_kind: 'webhook_endpoint',
      target_id: endpoint_id,
      target_label: hostOf(endpoint),
      changes: { disabled_reason: { before: null, after: endpoint.disabled_reason } },
      request_id: null,
      address: null,
    })
    if (!mailer.isConfigured) return
    const link = new URL(`/dashboard/webhooks/${endpoint_id}`, config.PUBLIC_URL).href
    for (const to of await listOwnerAddresses(db, organization_id))
      await mailer.send({ to, ...wordsOf(endpoint, link) })
  } catch (error) {
    log.warn(
      { organization_id, endpoint_id, err: error },
      'the owners could not be notified of a disabled endpoint',
    )
  }
}

/** Returns the host of an address, because the rest may be secret. */
const hostOf = ({ url }: WebhookEndpoint) => new URL(url).host

const REASONS: Record<DisabledReason, { en: string; de: string }> = {
  gone: { en: 'It answered 410 Gone.', de: 'Er hat mit 410 (Gone) geantwortet.' },
  failing: {
    en: 'It has taken no event for five days, in at least twenty tries.',
    de: 'Er hat seit fünf Tagen kein Ereignis angenommen, bei mindestens zwanzig Versuchen.',
  },
}

/** Returns the mail in both languages, because the languages of the owners are not known. */
function wordsOf(endpoint: WebhookEndpoint, link: string): Pick<Mail, 'subject' | 'text'> {
  const host = hostOf(endpoint)
  const name = endpoint.description ? `${host} (${endpoint.description})` : host
  const { en, de } = REASONS[endpoint.disabled_reason ?? 'failing']
  return {
    subject: `Webhooks to ${host} are switched off`,
    text: `Parley sends no more webhooks to ${name}. ${en}

Once the server takes them again, resume the endpoint, and replay what it has missed:
${link}

--

Parley sendet keine Webhooks mehr an ${name}. Der Grund: ${de}

Sobald der Server sie wieder annimmt, setzen Sie den Endpunkt fort und lassen Sie ihm zusenden, was er versäumt hat:
${link}
`,
  }
}
