import { expect } from 'chai'
import { requestOptions } from '../../../api/auth/passkeys.ts'
import type { Ctx } from '../../../api/context.ts'

describe('passkeys', () => {
  it('are checked without root certificates, for which the library would fetch revocation lists', async () => {
    const { SettingsService: settings } = await import('@simplewebauthn/server')
    const formats = ['android-key', 'android-safetynet', 'apple', 'mds', 'packed', 'tpm'] as const
    const found = () =>
      formats.filter((identifier) => settings.getRootCertificates({ identifier }).length > 0)
    // The library's defaults, unless another file of this process has made the options before.
    settings.setRootCertificates({ identifier: 'apple', certificates: ['a certificate'] })
    const ctx = {
      config: { PUBLIC_URL: 'https://chat.example.com' },
      cookies: { set: () => undefined },
      sealer: { seal: () => 'sealed' },
    }
    await requestOptions(ctx as unknown as Ctx)
    expect(found()).to.deep.equal([])
  })
})
