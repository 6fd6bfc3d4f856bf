import type { Operation } from '@fettle/protocol'
import { errorStatuses } from '@fettle/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asFile, picture } from '../../../fixtures/files.ts'
import { agreementReplayCases } from './agreements.ts'
import { bookingReplayCases } from './bookings.ts'
import { operatorReplayCases } from './operator.ts'
import { customerReplayCases } from './customers.ts'
import { agreementRefusals } from './agreement-refusals.ts'
import { bookingRefusals } from './booking-refusals.ts'
import { operatorRefusals } from './operator-refusals.ts'
import type { RefusalCase } from './replay-case.ts'
import { marketplace } from '../../../fixtures/providers.ts'
import { startFakeVirusScanner } from '../../../fakes/virus-scanner.ts'
import { startTestApp, type TestApp } from '../../../app/test-app.ts'

/** Errors that partners may receive and module tests do not produce, so that every declared error is seen somewhere. */
const all = [...bookingRefusals, ...agreementRefusals, ...operatorRefusals]

let testApp: TestApp
let scanner: Awaited<ReturnType<typeof startFakeVirusScanner>>
beforeAll(async () => {
  scanner = await startFakeVirusScanner()
  testApp = await startTestApp({ config: { clamdUrl: scanner.url } })
})
afterAll(async () => {
  await testApp.close()
  await scanner.close()
})

const refuse = async (operation: Operation, input: object) => {
  const { code, status } = await testApp.refusal(operation, input, marketplace)
  expect(status).toBe(errorStatuses[code])
  return code
}

describe('a refused call', () => {
  it.each(all.map((each): [string, string, RefusalCase] => [each.operation.name, each.code, each]))(
    '%s is refused as %s',
    async (_, code, { operation, prepare: prepareCase }) => {
      expect(await refuse(operation, await prepareCase(testApp))).toBe(code)
    },
  )
})

describe('a refused file', () => {
  const fileCases = [
    ...customerReplayCases,
    ...bookingReplayCases,
    ...agreementReplayCases,
    ...operatorReplayCases,
  ].filter(({ operation }) => operation.file)
  it.each(fileCases.map(({ operation, prepare: prepareCase }) => [operation.name, operation, prepareCase] as const))(
    '%s reports the reason',
    async (_, operation, prepareCase) => {
      const { input } = await prepareCase(testApp)
      const send = (bytes: Buffer | string) => refuse(operation, { ...input, file: asFile(bytes, 'tap.jpg') })
      expect(await send(Buffer.from([0, 1, 2, 3, 250, 251, 252]))).toBe('FILE_TYPE_NOT_ALLOWED')
      expect(await send((await picture(300, 300)).subarray(0, 200))).toBe('FILE_UNREADABLE')
      expect(await send('EICAR')).toBe('FILE_INFECTED')
      expect(await send(Buffer.alloc(26 * 1024 * 1024))).toBe('FILE_TOO_LARGE')
    },
  )
})
