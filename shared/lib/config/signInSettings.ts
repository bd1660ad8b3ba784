import { PASSWORD_COST } from '../secrets.ts'
import type { SettingTable } from './setting.ts'

const most = 1_000_000_000

/** Settings of signing in to the dashboard, and of mails. */
export const signInSettings = {
  SMTP_URL: {
    type: 'string',
    pattern: '^smtps?://.+$',
    examples: ['smtp://user:password@smtp.example.com:587'],
    matters: true,
    readBy: ['web', 'worker-deliver'],
    description:
      "Mail server for invitations, forgotten passwords, handoffs that wait and people's answers " +
      'to visitors who have left. smtp:// is encrypted by STARTTLS, without which nothing is ' +
      'sent, except to localhost or with ?requireTLS=false; smtps:// uses port 465. Needs ' +
      'PUBLIC_URL and MAIL_FROM. Unset: Parley sends no mail, and owners hand over links.',
  },
  MAIL_FROM: {
    type: 'string',
    maxLength: 320,
    pattern: '^([^<>@\\r\\n]{1,200} )?<?[^@\\s<>]{1,64}@[^@\\s<>]{1,254}>?$',
    examples: ['Parley <parley@example.com>'],
    matters: true,
    readBy: ['web', 'worker-deliver'],
    description: 'Sender of the mails: parley@example.com, or Parley <parley@example.com>.',
  },
  SIGN_IN_MINUTE_LIMIT: {
    type: 'integer',
    minimum: 1,
    maximum: most,
    default: 10,
    readBy: ['web'],
    description: 'Attempts a minute to sign in from one address.',
  },
  ACCOUNT_SIGN_IN_LIMIT: {
    type: 'integer',
    minimum: 1,
    maximum: most,
    default: 20,
    readBy: ['web'],
    description:
      'Wrong passwords for one account in 15 minutes from one network, or from one browser that ' +
      'has signed in to it before; 50 times as many from all networks. Further attempts from ' +
      'there get 429 until the 15 minutes are over.',
  },
  PASSWORD_COST: {
    type: 'integer',
    minimum: 4,
    maximum: 20,
    default: PASSWORD_COST,
    readBy: ['web'],
    description:
      'What a guess at a password costs: scrypt with N = 2 to this power, r = 8, p = 3. 15 takes ' +
      '32 MB and about 0.1 s; lower values are for tests.',
  },
} as const satisfies SettingTable
