import type { Config } from '../../shared/lib/config/config.ts'
import type { OidcConnector } from './oidc.ts'

/**
 * Makes the OpenID Connect client at the first sign-in by an identity provider, which few
 * installations have. Its libraries take 3 MB.
 */
export function lazyOidc(config: Pick<Config, 'EGRESS_ALLOWED_HOSTS'>): OidcConnector {
  let opening: Promise<OidcConnector> | undefined
  const open = () => {
    opening ??= import('./oidc.ts').then(({ makeOidc }) => makeOidc(config))
    return opening
  }
  return {
    discover: async (...asked) => (await open()).discover(...asked),
    begin: async (...asked) => (await open()).begin(...asked),
    finish: async (...asked) => (await open()).finish(...asked),
    close: () => void opening?.then((connector) => connector.close()),
  }
}
