import { createTransport } from 'nodemailer'
import type { Config } from '../lib/config/config.ts'
import type { Log } from '../lib/observability/log.ts'

/** Milliseconds for each step of a delivery: connecting, the server's greeting, an answer. */
const STEP_MS = 5_000
/** Milliseconds that one mail takes at most. */
const MAIL_MS = 15_000
/** Mails that are on their way at a time. More are dropped: people can ask once more. */
const MAX_PENDING = 50
/** As many of one asker, so that an organization that is flooded holds up no mails of others. */
const MAX_PENDING_OF_ONE = 10

export interface Mail {
  to: string
  subject: string
  /** Plain text. */
  text: string
  /** The same as HTML, for readers that show it. */
  html?: string
  /** The same for each try of a mail, so that a receiver can tell a repetition. */
  id?: string
}

export interface Mailer {
  /** Whether the operator has set SMTP_URL. */
  readonly isConfigured: boolean
  /**
   * @returns whether the mail server took the mail; false as well where none is set. Never throws.
   */
  send(mail: Mail): Promise<boolean>
  /**
   * Does work for which no request waits, so that the time of its answer tells nothing. Logs its
   * failure.
   * @param of who asks for it, such as the id of an organization: each may have 10 under way
   */
  inBackground(of: string, work: () => Promise<unknown>): void
  /** Asks the server for its greeting and for the credentials. @throws the connection's error */
  verify(): Promise<unknown>
  /** Waits for what is under way. */
  close(): Promise<void>
}

export function makeMailer({ SMTP_URL, MAIL_FROM }: Config, log: Log): Mailer {
  const transport = SMTP_URL ? createTransport(optionsOf(SMTP_URL)) : undefined
  const pending = new Set<Promise<unknown>>()
  /** How much work is under way, by who asked for it. */
  const askedBy = new Map<string, number>()

  function track<Outcome>(work: Promise<Outcome>): Promise<Outcome> {
    pending.add(work)
    return work.finally(() => pending.delete(work))
  }

  async function deliver({ to, subject, text, html, id }: Mail): Promise<boolean> {
    if (!transport) return false
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no end after ${MAIL_MS} ms`)), MAIL_MS)
    })
    try {
      // As an object, the address cannot be read as several.
      const sent = transport.sendMail({
        from: MAIL_FROM,
        to: { name: '', address: to },
        subject,
        text,
        ...(html && { html }),
        ...(id && { messageId: `<${id}@${domainOf(MAIL_FROM ?? '')}>` }),
      })
      await Promise.race([sent, late])
      return true
    } catch (error) {
      // The server's answer may repeat the address, so only its codes are logged.
      const { code, responseCode } = error as { code?: string; responseCode?: number }
      log.warn(
        { code: code ?? (error as Error).name, response_code: responseCode },
        'a mail was not sent',
      )
      return false
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    isConfigured: Boolean(transport),
    send: async (mail) => pending.size < MAX_PENDING && track(deliver(mail)),
    inBackground(of, work) {
      const own = askedBy.get(of) ?? 0
      if (pending.size >= MAX_PENDING || own >= MAX_PENDING_OF_ONE)
        return log.warn({ of }, 'too many mails are on their way: one was dropped')
      askedBy.set(of, own + 1)
      const done = () => {
        const left = askedBy.get(of)! - 1
        if (left) askedBy.set(of, left)
        else askedBy.delete(of)
      }
      const logged = work().catch((err) => log.warn({ err }, 'a mail could not be prepared'))
      void track(logged.finally(done))
    },
    verify: async () => transport?.verify(),
    async close() {
      while (pending.size) await Promise.allSettled(pending)
      transport?.close()
    },
  }
}

/** The domain of the sender's address. */
const domainOf = (from: string) => /@([^>\s]{1,254})/.exec(from)?.[1] ?? 'parley'

function optionsOf(url: string) {
  const { hostname, searchParams } = new URL(url)
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return {
    url,
    requireTLS: !isHere && searchParams.get('requireTLS') !== 'false',
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
