import { fillPath } from '@fettle/protocol'
import { slotWarnings } from '@fettle/protocol/availability/availability'
import { acceptBooking, arriveAtBooking, startBooking, startTravel } from '@fettle/protocol/bookings/actions'
import { getProfile } from '@fettle/protocol/accounts/profile'
import type { APIRequestContext } from '@playwright/test'
import { callApi, createProvider, type TestAccount } from './accounts.ts'
import { newCustomer } from './marketplace.ts'

export type JobUnderWay = 'EN_ROUTE' | 'IN_PROGRESS'

/** A provider with running jobs, at any time of the day. */
export interface WorkDay {
  provider: TestAccount
  jobs: Record<JobUnderWay, string>
}

/** Creates, through the API, a provider working on one job and travelling to another. */
export async function workDay(request: APIRequestContext): Promise<WorkDay> {
  const person = await createProvider(request)
  const { id: providerId } = await callApi<{ id: string }>(request, getProfile, undefined, person.token)
  const customer = await newCustomer(request, 'Oluwaseun Adebayo-Okonkwo')
  const jobAfter = async (inHours: number, moves: readonly { method: string; path: string }[]): Promise<string> => {
    const { id } = await customer.requestBooking({
      providerId,
      title: 'Replace the kitchen tap and both valves',
      inHours,
    })
    const call = ({ method, path }: { method: string; path: string }, data: object = {}) =>
      callApi(request, { method, path: fillPath(path, { id }) }, data, person.token)
    await call(acceptBooking, { acknowledge: slotWarnings })
    for (const move of moves) await call(move)
    return id
  }
  return {
    provider: person,
    jobs: {
      EN_ROUTE: await jobAfter(3, [startTravel]),
      IN_PROGRESS: await jobAfter(0.4, [startTravel, arriveAtBooking, startBooking]),
    },
  }
}
