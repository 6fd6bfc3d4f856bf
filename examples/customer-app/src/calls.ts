import type { MarketplaceClient } from '@fettle/marketplace'
import type { Operation } from '@fettle/protocol'
import { bindingCalls, lists, operations, publicReads, signatures, type Operations } from './operations.ts'
import type { SignedInCustomer } from './sign-in.ts'

/** A call of the browser: one of `operations` by name, with what the person typed. */
export interface BrowserCall {
  name: string
  input: { params?: object; query?: object; body?: object }
  file?: File
  /** Chosen by the browser once per press of a button, so that a repetition takes effect once. */
  idempotencyKey: string | undefined
}

/** The device of the person. */
export interface Device {
  ip: string
  userAgent: string
  timeZone: string
}

/**
 * Calls Fettle as the signed-in customer. Who acts is never read from the browser: the customer's id and the person behind
 * a binding call are added here. Undefined: browsers may not call this.
 */
export async function callAsCustomer(
  marketplace: MarketplaceClient,
  customer: SignedInCustomer,
  device: Device,
  { name, input, file, idempotencyKey }: BrowserCall,
): Promise<{ data: unknown } | undefined> {
  if (!Object.hasOwn(operations, name)) return undefined
  const operation = operations[name as keyof Operations] as Operation
  const { customerId } = customer
  const isRead = operation.method === 'GET'
  const complete = {
    params: input.params,
    query: name in lists ? { ...input.query, customerId } : input.query,
    ...(!isRead && { body: { ...input.body, customerId, ...behalfOf(name, device, idempotencyKey) } }),
    ...(file && { file }),
  }
  return marketplace.callWithMeta(operation, complete, {
    customerId: name in publicReads ? undefined : customerId,
    idempotencyKey,
  })
}

function behalfOf(name: string, device: Device, idempotencyKey: string | undefined): object {
  // A signature needs a proof of identity of the last five minutes. A marketplace asks for the password before this call.
  if (name in signatures)
    return { onBehalf: { ...device, authMethod: 'PASSWORD', authenticatedAt: proofTimeOf(idempotencyKey) } }
  return name in bindingCalls ? { onBehalf: device } : {}
}

const PROOF_MS = 5 * 60_000
/** When people proved who they are, by key: Fettle refuses a repetition that differs. */
const proofTimes = new Map<string, string>()

function proofTimeOf(idempotencyKey = ''): string {
  const known = proofTimes.get(idempotencyKey)
  if (known !== undefined) return known
  const now = new Date().toISOString()
  if (idempotencyKey) {
    proofTimes.set(idempotencyKey, now)
    setTimeout(() => proofTimes.delete(idempotencyKey), PROOF_MS).unref()
  }
  return now
}
