import type { Operation } from '@fettle/protocol'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { agreementReplayCases } from './agreements.ts'
import { bookingReplayCases } from './bookings.ts'
import { webhookReplayCases } from './webhooks.ts'
import { paymentReplayCases } from './payments.ts'
import { operatorReplayCases } from './operator.ts'
import { customerReplayCases } from './customers.ts'
import { setUpTestApp } from '../../../app/test-app.ts'

/** Checks that the suites of this folder replay every marketplace operation. */
const cases = [
  ...customerReplayCases,
  ...bookingReplayCases,
  ...agreementReplayCases,
  ...paymentReplayCases,
  ...operatorReplayCases,
  ...webhookReplayCases,
]
const isWrite = ({ method }: Operation) => method !== 'GET'

const testApp = setUpTestApp()

describe('the marketplace replay suite', () => {
  it('covers every operation, except those of the demo', () => {
    const covered = new Set(cases.map(({ operation }) => operation.name))
    const own = testApp.app.operations.filter(
      ({ audience, scope }) => audience === 'marketplace' && scope !== 'simulator',
    )
    expect(own.filter(({ name }) => !covered.has(name)).map(({ name }) => name)).toEqual([])
    expect(covered.size).toBe(cases.length)
  })

  it('requires the acting customer wherever one signs or accepts', () => {
    const binding = testApp.app.operations.filter(
      ({ audience, scope, path }) =>
        audience === 'marketplace' && scope !== 'operator' && /\/(accept|sign)$/.test(path),
    )
    expect(binding.map(({ path }) => path.replace('/v2/marketplace/', '')).toSorted()).toEqual([
      'booking-series/:id/accept',
      'bookings/:id/accept',
      'bookings/:id/reschedule-proposals/:proposalId/accept',
      'contracts/:id/amendments/:amendmentId/sign',
      'contracts/:id/sign',
      'contracts/:id/termination/accept',
      'disputes/:id/proposals/:proposalId/accept',
      'offers/:id/accept',
    ])
    for (const { name, body } of binding) {
      const issues = z.safeParse(body ?? z.unknown(), {}).error?.issues ?? []
      expect([name, issues.map(({ path }) => path[0])]).toEqual([name, expect.arrayContaining(['onBehalf'])])
    }
  })

  it('matches the OpenAPI description', async () => {
    const { paths } = (await (await fetch(`${testApp.url}/v2/openapi.json`)).json()) as {
      paths: Record<string, Record<string, OpenOperation>>
    }
    for (const { operation } of cases) {
      const described = Object.values(paths)
        .map((item) => item[operation.method.toLowerCase()])
        .find((each) => each?.operationId === operation.name)
      expect(described).toMatchObject({
        operationId: operation.name,
        security: [{ marketplaceKey: [operation.scope] }],
      })
      const headers = described?.parameters.filter((each) => each.in === 'header') ?? []
      expect(headers.map(({ name, required }) => [name, required])).toEqual([
        ...(isWrite(operation) ? [['Idempotency-Key', true]] : []),
        ['X-Customer-Id', false],
      ])
      const statuses = ['401', '403', '429', ...(operation.errors.includes('NOT_FOUND') ? ['404'] : [])]
      expect(Object.keys(described?.responses ?? {})).toEqual(expect.arrayContaining(statuses))
    }
  })
})

interface OpenOperation {
  operationId: string
  security: unknown
  parameters: { name: string; in: string; required: boolean }[]
  responses: object
}
