import { createECDH } from 'node:crypto'
import webPush from 'web-push'
import type { Config } from '../config.ts'
import { isPublicAddress } from '../safe-fetch/public-addresses.ts'
import { createSafeFetch, SafeFetchError } from '../safe-fetch/safe-fetch.ts'
import type { Secrets } from '../secrets.ts'
import { StartError } from '../start-error.ts'

/** A browser that may be woken: where its vendor takes messages for it, and what they are encrypted with. */
export interface PushTarget {
  endpoint: string
  p256dh: string
  auth: string
}

export interface PushOptions {
  urgency: 'high' | 'normal' | 'low'
  /** A later message of the same topic replaces one the browser has not fetched yet; at most 32 letters. */
  topic: string
}

/** `GONE`: the browser no longer wants any. `REFUSED`: its vendor will not take this one, however often it is sent. */
export type PushOutcome = 'SENT' | 'GONE' | 'REFUSED'

/** Sends web push (RFC 8030, 8188, 8291), signed as ours (RFC 8292). */
export interface Pusher {
  /** What browsers subscribe with. */
  publicKey: string
  /** Whether an address may be that of a push service: a browser's word alone would have us post anywhere. */
  accepts(endpoint: string): boolean
  /** Encrypts for one browser and hands it to its vendor. Throws when it is worth another try. */
  send(target: PushTarget, payload: object, options: PushOptions): Promise<PushOutcome>
}

/** What has not been fetched by then is not news any more. */
const TTL_SECONDS = 12 * 60 * 60
const TIMEOUT_MS = 10_000
/** What every vendor takes. */
const MAX_PAYLOAD_BYTES = 3_000
const loopbackRanges = new Set(['127.0.0.1', '::1'])

/** The sender of this installation, or undefined where none is set up: in production without `VAPID_*`. */
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
  // A stand-in for a vendor may run beside us, but never in production.
  const safeFetch = production
    ? createSafeFetch()
    : createSafeFetch({ mayReach: (address) => loopbackRanges.has(address) || isPublicAddress(address) })

  return {
    publicKey: keys.publicKey,
    accepts: (endpoint) => {
      const { protocol, username, password } = new URL(endpoint)
      return (protocol === 'https:' || !production) && !username && !password
    },
    async send({ endpoint, p256dh, auth }, payload, { urgency, topic }) {
      const text = JSON.stringify(payload)
      if (Buffer.byteLength(text) > MAX_PAYLOAD_BYTES) return 'REFUSED'
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
          // Not a push service, but something of our own somebody would have us post to.
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

/** The public half of a P-256 key, uncompressed, as browsers want it. */
function publicKeyOf(privateKey: string): string {
  const curve = createECDH('prime256v1')
  try {
    curve.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  } catch {
    throw new StartError('VAPID_PRIVATE_KEY is not a valid key. Create one with `npx web-push generate-vapid-keys`.')
  }
  return curve.getPublicKey().toString('base64url')
}
