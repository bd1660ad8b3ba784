import { createRequire } from 'node:module'
import type { Config } from '../lib/config/config.ts'
import type { Log } from '../lib/observability/log.ts'

/** Milliseconds for each step of a delivery: connecting, the server's greeting, an answer. */
const STEP_MS = 5_000
/** The most milliseconds that a mail takes. */
const MAIL_MS = 15_000
/** The most mails in progress. Further mails are dropped, and people can request them again. */
const MAX_PENDING = 50
/**
 * The most mails in progress of one requester, so that a flooded organization does not delay the
 * mails of others.
 */
const MAX_PENDING_OF_REQUESTER = 10

export interface Mail {
  to: string
  subject: string
  /** Plain text. */
  text: string
  /** The text as HTML, for clients that show it. */
  html?: string
  /** The same for each attempt at a mail, so that a receiver can recognize a repetition. */
  id?: string
}

export interface Mailer {
  /** Whether the operator has set SMTP_URL. */
  readonly isConfigured: boolean
  /**
   * Sends a mail. @returns whether the mail server accepted it; false also if no server is set.
   * Never throws.
   */
  send(mail: Mail): Promise<boolean>
  /**
   * Runs work that no request waits for, so that response times reveal nothing. Logs its failure.
   * @param of the requester, such as the id of an organization: each may have 10 in progress
   */
  inBackground(of: string, work: () => Promise<unknown>): void
  /** Connects to the server and checks the credentials. @throws the connection's error */
  verify(): Promise<unknown>
  /** Waits for work in progress. */
  close(): Promise<void>
}

export function makeMailer({ SMTP_URL, MAIL_FROM }: Config, log: Log): Mailer {
  const transport = SMTP_URL ? openTransport(SMTP_URL) : undefined
  const pending = new Set<Promise<unknown>>()
  /** Work in progress, by requester. */
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
      // Passed as an object, the address cannot be parsed as several addresses.
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
      // The server's response may contain the address, so only its codes are logged.
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
      if (pending.size >= MAX_PENDING || own >= MAX_PENDING_OF_REQUESTER)
        return log.warn({ of }, 'too many mails are in progress: a mail was dropped')
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

/** Loads nodemailer, which takes 3 MB and is needed only with a mail server. */
function openTransport(url: string) {
  const { createTransport } = createRequire(import.meta.url)(
    'nodemailer',
  ) as typeof import('nodemailer')
  return createTransport(optionsOf(url))
}

/** Returns the domain of the sender's address. */
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
