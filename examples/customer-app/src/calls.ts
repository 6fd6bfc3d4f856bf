import type { MarketplaceClient } from '@fettle/marketplace'
import { signContract } from '@fettle/protocol/marketplace/calls'
import type { Operation } from '@fettle/protocol'
import { bindingCalls, lists, operations, publicReads } from './operations.ts'
import type { Person } from './person.ts'

/** A call of the browser: one of `operations` by name, with what the person typed. */
export interface BrowserCall {
  name: string
  input: { params?: object; query?: object; body?: object }
  file: File | undefined
  /** Chosen by the browser once per press of a button, so that a repetition takes effect once. */
  idempotencyKey: string | undefined
}

/** The device of the person. */
export interface Device {
  ip: string
  userAgent: string
  timeZone: string
}

const allowed = new Map<string, (typeof operations)[number]>(operations.map((operation) => [operation.name, operation]))

/**
 * Calls Fettle as the signed-in customer. Who acts is never read from the browser: the customer's id and the person behind
 * a binding call are added here. Undefined: browsers may not call this.
 */
export async function callAsCustomer(
  marketplace: MarketplaceClient,
  person: Person,
  device: Device,
  { name, input, file, idempotencyKey }: BrowserCall,
): Promise<{ data: unknown; meta: Record<string, unknown> } | undefined> {
  const operation = allowed.get(name)
  if (!operation) return undefined
  const { customerId } = person
  const isRead = operation.method === 'GET'
  const complete = {
    params: input.params,
    query: lists.has(name) ? { ...input.query, customerId } : input.query,
    ...(isRead ? {} : { body: { ...input.body, customerId, ...behalfOf(name, person, device) } }),
    ...(file && { file }),
  }
  return marketplace.callWithMeta(operation as Operation, complete, {
    ...(publicReads.has(name) ? {} : { customerId }),
    ...(isRead ? {} : { idempotencyKey }),
  })
}

function behalfOf(name: string, { authenticatedAt }: Person, device: Device): object {
  if (name === signContract.name)
    return { onBehalf: { ...device, authMethod: 'PASSWORD', authenticatedAt: authenticatedAt.toISOString() } }
  return bindingCalls.has(name) ? { onBehalf: device } : {}
}
