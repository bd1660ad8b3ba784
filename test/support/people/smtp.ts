import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { eventually } from '../http/client.ts'

/** A mail as the server received it. */
export interface ReceivedMail extends Email {
  /** The addresses of the envelope. */
  recipients: string[]
}

export interface MailServer {
  /** Value of SMTP_URL, with the only credentials that the server accepts. */
  url: string
  mails: ReceivedMail[]
  /** Refuses all mails from now on, or accepts them again. */
  refuse(isRefusing: boolean): void
  /** Waits for the mails to an address. */
  untilMailed(address: string, count?: number): Promise<ReceivedMail[]>
  close(): Promise<void>
}

const AUTH = { user: 'parley', pass: 'a:secret/with?signs' }

/** Starts a mail server that keeps what it gets. */
export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  let isRefusing = false
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    logger: false,
    onAuth({ username, password }, _session, done) {
      if (username === AUTH.user && password === AUTH.pass) return done(null, { user: username })
      done(new Error('wrong credentials'))
    },
    onRcptTo(_address, _session, done) {
      done(isRefusing ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null)
    },
    async onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk as Buffer)
      const recipients = envelope.rcptTo.map(({ address }) => address)
      mails.push({ ...(await PostalMime.parse(Buffer.concat(chunks))), recipients })
      done()
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as { port: number }
  return {
    url: `smtp://${AUTH.user}:${encodeURIComponent(AUTH.pass)}@127.0.0.1:${port}`,
    mails,
    refuse: (whether) => {
      isRefusing = whether
    },
    untilMailed: (address, count = 1) =>
      eventually(async () => {
        const found = mails.filter(({ recipients }) => recipients.includes(address))
        return found.length >= count && found
      }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
