import { INVITATION_DAYS, type OpenInvitation } from '../../shared/people/invitations.ts'
import { RESET_MINUTES } from '../../shared/people/passwordResets.ts'
import type { Ctx } from '../context.ts'
import { readersLanguage } from '../http/readersLanguage.ts'

/** The subject and text of a mail. */
interface Words {
  subject: string
  text: string
}

/** A link to choose another password, and the organization for which it works. */
export interface ResetLink {
  organization: string
  link: string
}

/** The languages of mails. */
const LANGUAGES = {
  en: {
    invitation: ({ organization, invited_by }: Inviting, link: string): Words => ({
      subject: `Invitation to ${organization}`,
      text: `${invited_by} invites you to ${organization} on Parley.

Open this link to choose a password. It works once, within ${INVITATION_DAYS} days:
${link}

If you do not expect an invitation, ignore this mail.
`,
    }),
    reset: (links: readonly ResetLink[]): Words => ({
      subject: 'Choose a new password',
      text: `Somebody, probably you, asked to choose a new password for Parley.

Open this link. It works once, within ${RESET_MINUTES} minutes:
${listed(links)}

If you did not ask for it, ignore this mail: your password stays as it is.
`,
    }),
    guessedCodes: (count: number, link: string): Words => ({
      subject: 'Somebody has your password',
      text: `Somebody has signed in to Parley with your password, and sent ${count} wrong codes of your authenticator app today.

If it was not you, choose another password now:
${link}
`,
    }),
  },
  de: {
    invitation: ({ organization, invited_by }: Inviting, link: string): Words => ({
      subject: `Einladung zu ${organization}`,
      text: `${invited_by} lädt Sie zu ${organization} auf Parley ein.

Öffnen Sie diesen Link, um ein Passwort zu wählen. Er gilt einmal, ${INVITATION_DAYS} Tage lang:
${link}

Wenn Sie keine Einladung erwarten, ignorieren Sie diese E-Mail.
`,
    }),
    reset: (links: readonly ResetLink[]): Words => ({
      subject: 'Neues Passwort wählen',
      text: `Jemand, vermutlich Sie, möchte ein neues Passwort für Parley wählen.

Öffnen Sie diesen Link. Er gilt einmal, ${RESET_MINUTES} Minuten lang:
${listed(links)}

Wenn Sie das nicht waren, ignorieren Sie diese E-Mail: Ihr Passwort bleibt, wie es ist.
`,
    }),
    guessedCodes: (count: number, link: string): Words => ({
      subject: 'Jemand hat Ihr Passwort',
      text: `Jemand hat sich bei Parley mit Ihrem Passwort angemeldet und heute ${count} falsche Codes Ihrer Authenticator-App gesendet.

Wenn Sie das nicht waren, wählen Sie jetzt ein anderes Passwort:
${link}
`,
    }),
  },
} as const

type Inviting = Pick<OpenInvitation, 'organization' | 'invited_by'>

/** Names the organizations only to a user who works for several. */
const listed = (links: readonly ResetLink[]) =>
  links.length === 1
    ? links[0]!.link
    : links.map(({ organization, link }) => `${organization}: ${link}`).join('\n')

/** Returns the mails in the language that the request's browser prefers; English by default. */
export const wordsFor = (ctx: Ctx) => LANGUAGES[readersLanguage(ctx) ?? 'en']
