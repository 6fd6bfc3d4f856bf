import type { FastifyRequest } from 'fastify'
import { issueText } from '@fettle/protocol/core/issue-text'
import { AppError, fieldError } from '../errors.ts'

const headerOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined => {
  const header = headers['x-customer-id']
  return typeof header === 'string' ? header : undefined
}

/** The customer a marketplace call acts for: the one its input names, or the header `X-Customer-Id`. */
export const actingCustomerOf = (request: FastifyRequest, inputCustomerId?: string): string | undefined =>
  inputCustomerId ?? headerOf(request)

/** Throws VALIDATION_FAILED if the query or body names another customer than the header. */
export function assertOneCustomer(
  request: Pick<FastifyRequest, 'headers'>,
  { query, body }: { query: unknown; body: unknown },
): void {
  const header = headerOf(request)
  if (header === undefined) return
  for (const part of [query, body] as (NamedCustomer | undefined)[])
    if (part?.customerId !== undefined && part.customerId !== header)
      throw fieldError(['customerId'], 'MISMATCH', issueText('CUSTOMER_MISMATCH'))
}

/** Input of a call that may name the acting customer. */
interface NamedCustomer {
  customerId?: string | undefined
}

/** Opens a record for the customer a call acts for: the one it names, otherwise the record's. */
export type OpenForCustomer<Person, Input = NamedCustomer> = (
  id: string,
  request: FastifyRequest,
  input: Input,
) => Promise<Person>

/** Creates it for one kind of record. It throws NOT_FOUND for a record that `find` does not find, or of another customer. */
export const openForCustomer =
  <Owned extends { customerId: string }, Person, Input extends NamedCustomer = NamedCustomer>({
    thing,
    find,
    toPerson,
  }: {
    thing: string
    find: (id: string) => Promise<Owned | undefined>
    toPerson: (record: Owned, input: Input) => Promise<Person>
  }): OpenForCustomer<Person, Input> =>
  async (id, request, input) => {
    const acting = actingCustomerOf(request, input.customerId)
    const record = await find(id)
    if (!record || (acting !== undefined && acting !== record.customerId)) throw new AppError('NOT_FOUND', { thing })
    return toPerson(record, input)
  }

/** Creates the handler of calls that act on a record and return it afterwards. */
export const actAndShow =
  <Person, View, Input>(open: OpenForCustomer<Person, Input>, show: (person: Person, id: string) => Promise<View>) =>
  async (
    { params, request, body }: { params: { id: string }; request: FastifyRequest; body: Input },
    act: (person: Person, id: string) => Promise<unknown>,
  ): Promise<() => Promise<View>> => {
    const person = await open(params.id, request, body)
    await act(person, params.id)
    return () => show(person, params.id)
  }
