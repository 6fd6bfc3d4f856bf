import { issueText } from '@fettle/protocol/core/issue-text'
import { createHmac } from 'node:crypto'
import { isIP } from 'node:net'
import { scopeOfEvent } from '@fettle/protocol/marketplace/events'
import type { WebhookAttempt, WebhookDelivery, WebhookEndpoint } from '@fettle/protocol/marketplace/webhooks'
import type { MarketplaceScope } from '@fettle/protocol'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@fettle/protocol/core/durations'
import { isLoopbackAddress, isPublicAddress } from '../../platform/safe-fetch/public-addresses.ts'
import type { StoredDelivery, StoredEndpoint } from './webhooks.store.ts'

/** Delays after each failed attempt: ten attempts in total. */
export const RETRY_AFTER: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
]
/** Delays are up to this share longer, so that simultaneous failures spread out. */
const JITTER = 0.2

/** An endpoint is disabled after failing for this long. */
const DISABLE_AFTER_MS = 5 * 24 * HOUR_MS
/** Deliveries are also signed with a secret for this long after its rotation. */
const SECRET_OVERLAP_MS = 24 * HOUR_MS
const MAX_STORED_ATTEMPTS = 10
/** Bounds the header. Nobody rotates that often in a day. */
const MAX_SECRETS = 10

/** When the next attempt is due after `tries` failures. Undefined: given up. `random` from 0 to 1. */
function nextAttempt(tries: number, now: Date, random: number): Date | undefined {
  const delay = RETRY_AFTER[tries - 1]
  return delay === undefined ? undefined : new Date(now.getTime() + Math.round(delay * (1 + JITTER * random)))
}

/**
 * Whether a delivery can be sent. The first attempt waits for nothing: another process planned it, whose clock may be
 * ahead.
 */
export const isDue = ({ tries, nextAt }: Pick<StoredDelivery, 'tries' | 'nextAt'>, now: Date): boolean =>
  tries === 0 || nextAt <= now

/** A delivery with one more attempt. */
export function withAttempt<Of extends Pick<StoredDelivery, 'attempts' | 'tries' | 'status' | 'nextAt'>>(
  delivery: Of,
  attempt: WebhookAttempt,
  { now, random }: { now: Date; random: number },
): Of {
  const tries = delivery.tries + 1
  const attempts = [...delivery.attempts, attempt].slice(-MAX_STORED_ATTEMPTS)
  if (attempt.error === null) return { ...delivery, tries, attempts, status: 'DELIVERED' }
  const nextAt = nextAttempt(tries, now, random)
  return nextAt ? { ...delivery, tries, attempts, nextAt } : { ...delivery, tries, attempts, status: 'FAILED' }
}

/** The endpoint's state after an attempt. Undefined: unchanged. */
export function stateAfter(
  { failingSince }: Pick<StoredEndpoint, 'failingSince'>,
  { status, error }: WebhookAttempt,
  now: Date,
): { failingSince: Date | null; disabledReason?: 'GONE' | 'FAILING' } | undefined {
  if (error === null) return failingSince ? { failingSince: null } : undefined
  if (status === 410) return { failingSince: failingSince ?? now, disabledReason: 'GONE' }
  if (!failingSince) return { failingSince: now }
  return now.getTime() - failingSince.getTime() >= DISABLE_AFTER_MS
    ? { failingSince, disabledReason: 'FAILING' }
    : undefined
}

/** An endpoint's secret: `whsec_` and 32 base64 bytes, derived from the server's key and the number of rotations. */
export const secretOf = (key: Buffer, endpointId: string, number: number): string =>
  `whsec_${createHmac('sha256', key).update(`${endpointId} ${number}`).digest('base64')}`

type Secrets = Pick<StoredEndpoint, 'secretNumber' | 'previousUntil' | 'earlierUntil'>

const secretEnds = ({ previousUntil, earlierUntil }: Secrets, now: Date): Date[] =>
  [...(previousUntil ? [previousUntil] : []), ...earlierUntil].filter((until) => until > now)

/** An endpoint's secrets after a rotation. Those before sign until their own time. */
export const withNextSecret = (secrets: Secrets, now: Date): Secrets => ({
  secretNumber: secrets.secretNumber + 1,
  previousUntil: new Date(now.getTime() + SECRET_OVERLAP_MS),
  earlierUntil: secretEnds(secrets, now).slice(0, MAX_SECRETS - 2),
})

/** Numbers of the secrets that sign now, newest first. */
export const signingNumbers = (secrets: Secrets, now: Date): number[] => [
  secrets.secretNumber,
  ...secretEnds(secrets, now).map((_, index) => secrets.secretNumber - 1 - index),
]

/** Standard Webhooks headers of a body, with one signature per secret. */
export function signedHeaders(
  { id, body, at }: { id: string; body: string; at: Date },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / SECOND_MS))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

/** Whether an address may be called: public ones, and the local machine in a demo only. */
export const mayReach = (address: string, demo: boolean): boolean =>
  isPublicAddress(address) || (demo && isLoopbackAddress(address))

/** Why a URL is not allowed for webhooks (`issueText`). Undefined: allowed. Names are resolved only on delivery. */
export function whyNotUrl(text: string, demo: boolean): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url) return issueText('WEB_ADDRESS_INVALID')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isLoopback = host === 'localhost' || host.endsWith('.localhost') || isLoopbackAddress(host)
  if (url.username || url.password) return issueText('URL_WITH_PASSWORD')
  if (url.protocol !== 'https:' && !(demo && isLoopback && url.protocol === 'http:')) return issueText('HTTPS_REQUIRED')
  if (isLoopback && !demo) return issueText('URL_NOT_PUBLIC')
  if (isIP(host) !== 0 && !mayReach(host, demo)) return issueText('URL_NOT_PUBLIC')
  return undefined
}

/** Whether an endpoint receives an event type. */
export const receives = ({ types, scopes }: Pick<StoredEndpoint, 'types' | 'scopes'>, type: string): boolean =>
  (types.includes('*') || types.includes(type)) && scopes.some((scope) => scope === scopeOfEvent(type))

/** Whether a key may manage an endpoint: it must cover everything the endpoint receives. */
export const mayManage = ({ scopes }: Pick<StoredEndpoint, 'scopes'>, key: readonly MarketplaceScope[]): boolean =>
  scopes.every((scope) => key.includes(scope))

export const toEndpoint = (endpoint: StoredEndpoint, now: Date): WebhookEndpoint => ({
  id: endpoint.id,
  url: endpoint.url,
  description: endpoint.description,
  types: [...endpoint.types],
  email: endpoint.email,
  status: endpoint.disabledAt ? 'DISABLED' : 'ENABLED',
  disabledReason: endpoint.disabledReason,
  disabledAt: endpoint.disabledAt?.toISOString() ?? null,
  failingSince: endpoint.failingSince?.toISOString() ?? null,
  previousSecretUntil:
    endpoint.previousUntil && endpoint.previousUntil > now ? endpoint.previousUntil.toISOString() : null,
  createdAt: endpoint.createdAt.toISOString(),
  updatedAt: endpoint.updatedAt.toISOString(),
})

export const toDelivery = (delivery: StoredDelivery): WebhookDelivery => ({
  id: delivery.id,
  endpointId: delivery.endpointId,
  eventId: delivery.eventId,
  type: delivery.type,
  seq: delivery.seq,
  status: delivery.status,
  attempts: [...delivery.attempts],
  nextAttemptAt: delivery.status === 'PENDING' ? delivery.nextAt.toISOString() : null,
  createdAt: delivery.createdAt.toISOString(),
})
