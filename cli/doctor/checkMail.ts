import type { Config } from '../../shared/lib/config/config.ts'
import type { Log } from '../../shared/lib/observability/log.ts'
import { makeMailer } from '../../shared/mail/mailer.ts'
import { about, type Finding } from './finding.ts'

/** Signs in to the mail server, and sends nothing. */
export async function checkMail(config: Config): Promise<Finding[]> {
  const { ok, error } = about('mail')
  if (!config.SMTP_URL)
    return [
      ok('Not set: owners pass on invitation links themselves, and no mails about chats are sent.'),
    ]
  const mailer = makeMailer(config, { warn: () => undefined } as unknown as Log)
  try {
    await mailer.verify()
    return [ok('The mail server takes the credentials of SMTP_URL.')]
  } catch (cause) {
    const { code, name } = cause as { code?: string; name: string }
    return [
      error(
        `The mail server of SMTP_URL cannot be used: ${code ?? name}.`,
        'No mails are sent: no invitations, links to choose a password, waiting handoffs or answers to visitors.',
        code === 'EAUTH'
          ? 'Correct user and password in SMTP_URL; write % # / ? @ as %25 %23 %2F %3F %40.'
          : 'Are host and port right, and does the server offer STARTTLS? smtps:// is for servers with TLS from the start.',
      ),
    ]
  } finally {
    await mailer.close()
  }
}
