import { PASSWORD_COST } from '../secrets.ts'

const most = 1_000_000_000

/** Settings of signing in to the dashboard. */
export const signInSettings = {
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
