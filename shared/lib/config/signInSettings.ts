import { PASSWORD_COST } from '../secrets.ts'

const most = 1_000_000_000

/** Settings of signing in to the dashboard, and of the mails about it. */
export const signInSettings = {
  PUBLIC_URL: {
    type: 'string',
    format: 'uri',
    pattern: '^https?://[^/?#@]+/?$',
    description:
      'Address by which browsers reach the API, such as https://chat.example.com: links in mails and single sign-on lead to it.',
  },
  SMTP_URL: {
    type: 'string',
    pattern: '^smtps?://.+$',
    description:
      "Mail server for invitations, forgotten passwords, handoffs that wait and people's answers to visitors who have left: smtp://user:password@host:587, or smtps:// with port 465. Needs PUBLIC_URL and MAIL_FROM. Unset: Parley sends no mail.",
  },
  MAIL_FROM: {
    type: 'string',
    maxLength: 320,
    pattern: '^([^<>@\\r\\n]{1,200} )?<?[^@\\s<>]{1,64}@[^@\\s<>]{1,254}>?$',
    description: 'Sender of the mails: parley@example.com, or Parley <parley@example.com>.',
  },
  SIGN_IN_MINUTE_LIMIT: {
    type: 'integer',
    minimum: 1,
    maximum: most,
    default: 10,
    description: 'Tries a minute to sign in from one address.',
  },
  ACCOUNT_SIGN_IN_LIMIT: {
    type: 'integer',
    minimum: 1,
    maximum: most,
    default: 20,
    description:
      'Wrong passwords for one account in 15 minutes from one network, or one browser in which somebody has signed in to it before; 50 times as many from all networks. Then signing in rests there.',
  },
  PASSWORD_COST: {
    type: 'integer',
    minimum: 4,
    maximum: 20,
    default: PASSWORD_COST,
    description:
      'What a guess at a password costs: scrypt with N = 2 to this power, r = 8, p = 3. 15 takes 32 MB and about 0.1 s; less is for tests.',
  },
} as const
