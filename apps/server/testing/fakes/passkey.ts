import { hash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import type { AuthenticationCredential, RegistrationCredential } from '@fettle/protocol/accounts/credentials'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** A passkey as a phone keeps it: answers challenges with an ES256 key. */

export interface FakePasskey {
  id: string
  /** The account it was created for, base64url. Undefined until it was created. */
  userHandle: string | undefined
  /** Number of signatures so far. Tests set it back to imitate a copy. */
  counter: number
  create(options: { challenge: string; user: { id: string } }): RegistrationCredential
  sign(options: { challenge: string }, overrides?: { isVerified?: boolean; origin?: string }): AuthenticationCredential
}

const sha256 = (data: Buffer | string) => hash('sha256', data, 'buffer')

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_KEY = 0x40

export function createPasskey(origin: string): FakePasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const relyingParty = sha256(new URL(origin).hostname)

  const dataOf = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))

  const authenticatorData = (flags: number, counter: number, rest = Buffer.alloc(0)) => {
    const head = Buffer.alloc(5)
    head.writeUInt8(flags, 0)
    head.writeUInt32BE(counter, 1)
    return Buffer.concat([relyingParty, head, rest])
  }

  const passkey: FakePasskey = {
    id: id.toString('base64url'),
    userHandle: undefined,
    counter: 0,
    create({ challenge, user }) {
      passkey.userHandle = user.id
      const size = Buffer.alloc(2)
      size.writeUInt16BE(id.length)
      const key = Buffer.from(isoCBOR.encode(coseOf(publicKey)))
      const data = authenticatorData(
        USER_PRESENT | USER_VERIFIED | HAS_KEY,
        0,
        Buffer.concat([Buffer.alloc(16), size, id, key]),
      )
      const attestation = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', Uint8Array.from(data)],
        ]) as Parameters<typeof isoCBOR.encode>[0],
      )
      return {
        id: passkey.id,
        rawId: passkey.id,
        type: 'public-key',
        response: {
          clientDataJSON: dataOf('webauthn.create', challenge, origin).toString('base64url'),
          attestationObject: Buffer.from(attestation).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    sign({ challenge }, { isVerified = true, origin: from = origin } = {}) {
      passkey.counter += 1
      const client = dataOf('webauthn.get', challenge, from)
      const data = authenticatorData(USER_PRESENT | (isVerified ? USER_VERIFIED : 0), passkey.counter)
      return {
        id: passkey.id,
        rawId: passkey.id,
        type: 'public-key',
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
          ...(passkey.userHandle && { userHandle: passkey.userHandle }),
        },
      }
    },
  }
  return passkey
}

/** The key in COSE form: EC2, ES256, P-256. */
function coseOf(key: KeyObject): Parameters<typeof isoCBOR.encode>[0] {
  const { x, y } = key.export({ format: 'jwk' })
  const bytes = (part: string | undefined) => Uint8Array.from(Buffer.from(part ?? '', 'base64url'))
  return new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, bytes(x)],
    [-3, bytes(y)],
  ])
}
