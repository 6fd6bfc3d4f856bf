import { createECDH } from 'node:crypto'
import type { Config } from '../config.ts'
import { isLoopbackAddress, isPublicAddress } from '../safe-fetch/public-addresses.ts'
import { createSafeFetch, SafeFetchError } from '../safe-fetch/safe-fetch.ts'
import type { Secrets } from '../secrets.ts'
import { StartError } from '../start-error.ts'

/** A browser's push endpoint and encryption keys. */
export interface PushTarget {
  endpoint: string
  p256dh: string
  auth: string
}

export interface PushOptions {
  urgency: 'high' | 'normal' | 'low'
  /** A later message with the same topic replaces one that was not delivered yet. At most 32 characters. */
  topic: string
}

/** `GONE`: the subscription has ended. `REFUSED`: the push service will never accept this message. */
export type PushOutcome = 'SENT' | 'GONE' | 'REFUSED'

/** Sends web push (RFC 8030, 8188, 8291) with VAPID (RFC 8292). */
export interface Pusher {
  /** Key with which browsers subscribe. */
  publicKey: string
  /** Whether an endpoint may be a push service, so that a browser cannot make us post anywhere. */
  accepts(endpoint: string): boolean
  /** Encrypts a message for one browser and sends it to its push service. Throws if a retry may help. */
  send(target: PushTarget, payload: object, options: PushOptions): Promise<PushOutcome>
}

/** Push services drop undelivered messages after this time. */
const TTL_SECONDS = 12 * 60 * 60
const TIMEOUT_MS = 10_000
/** Accepted by every push service. */
const MAX_PAYLOAD_BYTES = 3_000
/** Creates the push sender. Undefined in production without `VAPID_*`. */
export function createPusher(
  { vapid, production, mailFrom }: Pick<Config, 'vapid' | 'production' | 'mailFrom'>,
  secrets: Pick<Secrets, 'vapidPrivateKey'>,
): Pusher | undefined {
  if (!vapid && production) return undefined
  const keys = vapid ?? {
    publicKey: publicKeyOf(secrets.vapidPrivateKey),
    privateKey: secrets.vapidPrivateKey,
    subject: `mailto:${/<(.+)>/.exec(mailFrom)?.[1] ?? mailFrom}`,
  }
  if (vapid && publicKeyOf(vapid.privateKey) !== vapid.publicKey.replace(/=+$/, ''))
    throw new StartError(
      'VAPID_PUBLIC_KEY does not belong to VAPID_PRIVATE_KEY. Create a new pair with `npx web-push generate-vapid-keys`.',
    )
  // A fake push service may run locally, but never in production.
  const safeFetch = production
    ? createSafeFetch()
    : createSafeFetch({ mayReach: (address) => isLoopbackAddress(address) || isPublicAddress(address) })

  return {
    publicKey: keys.publicKey,
    accepts: (endpoint) => {
      const { protocol, username, password } = new URL(endpoint)
      return (protocol === 'https:' || !production) && !username && !password
    },
    async send({ endpoint, p256dh, auth }, payload, { urgency, topic }) {
      const text = JSON.stringify(payload)
      if (Buffer.byteLength(text) > MAX_PAYLOAD_BYTES) return 'REFUSED'
      // Loaded for the first push, because a start would take longer.
      const { default: webPush } = await import('web-push')
      const { method, headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
        vapidDetails: keys,
        TTL: TTL_SECONDS,
        contentEncoding: 'aes128gcm',
        urgency,
        topic,
      })
      const post = {
        method: method as 'POST',
        headers: { ...headers },
        body: body ?? '',
        timeout: TIMEOUT_MS,
      }
      const status = await safeFetch.fetch(endpoint, post).then(
        (answer) => answer.status,
        (error: unknown) => {
          // Not a push service, but an internal address.
          if (error instanceof SafeFetchError) return 400
          throw error
        },
      )
      if (status >= 200 && status < 300) return 'SENT'
      if (status === 404 || status === 410) return 'GONE'
      if (status === 429 || status >= 500) throw new Error(`The push service answered ${status}.`)
      return 'REFUSED'
    },
  }
}

/** The uncompressed public key of a P-256 private key. */
function publicKeyOf(privateKey: string): string {
  const curve = createECDH('prime256v1')
  try {
    curve.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  } catch {
    throw new StartError('VAPID_PRIVATE_KEY is not a valid key. Create one with `npx web-push generate-vapid-keys`.')
  }
  return curve.getPublicKey().toString('base64url')
}
