import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** What the page of the dashboard is to an authenticator. */
export interface Page {
  /** Such as `https://chat.example.com`. */
  origin: string
  challenge: string
}

/** An authenticator with one passkey, of which the user has been verified. */
export interface Authenticator {
  /** Answers the options for a new passkey, without an attestation. */
  create(page: Page): object
  /** Answers the options for a sign-in. */
  get(page: Page): object
}

/** The flags of an authenticator's data: the user is present and verified. */
const VERIFIED = 0x05
/** The data has the passkey's public key. */
const WITH_KEY = 0x40

/** Makes an authenticator as in a phone. */
export function makeAuthenticator(): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credential = createHash('sha256').update(x).digest()
  const id = credential.toString('base64url')
  const coordinate = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
  // An EC key with P-256 and ES256, in the form of COSE.
  const key = isoCBOR.encode(
    new Map<number, number | Uint8Array<ArrayBuffer>>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinate(x)],
      [-3, coordinate(y)],
    ]),
  )

  const clientData = (type: string, { origin, challenge }: Page) =>
    Buffer.from(JSON.stringify({ type, challenge, origin }))
  const dataFor = ({ origin }: Page, flags: number) =>
    Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags, 0, 0, 0, 0])])
  const answer = (response: Record<string, Buffer>, more: object = {}) => ({
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      ...Object.fromEntries(
        Object.entries(response).map(([name, bytes]) => [name, bytes.toString('base64url')]),
      ),
      ...more,
    },
  })

  return {
    create(page) {
      const [aaguid, length] = [Buffer.alloc(16), Buffer.from([0, credential.length])]
      const authData = Buffer.concat([
        dataFor(page, VERIFIED | WITH_KEY),
        aaguid,
        length,
        credential,
        key,
      ])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ])
      const attestationObject = Buffer.from(isoCBOR.encode(attestation as never))
      const clientDataJSON = clientData('webauthn.create', page)
      return answer({ clientDataJSON, attestationObject }, { transports: ['internal'] })
    },
    get(page) {
      const clientDataJSON = clientData('webauthn.get', page)
      const authenticatorData = dataFor(page, VERIFIED)
      const signed = Buffer.concat([authenticatorData, sha256(clientDataJSON)])
      const signature = sign('sha256', signed, privateKey)
      return answer({ clientDataJSON, authenticatorData, signature })
    },
  }
}

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest()
