import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { createLog } from './log.ts'

const logged = (write: (log: ReturnType<typeof createLog>) => void) => {
  const stream = new PassThrough()
  write(createLog({ logLevel: 'info' }, stream))
  return stream.read()?.toString() as string
}

describe('the log', () => {
  it('redacts secrets at every depth', () => {
    const line = logged((log) =>
      log.info({
        token: 'hunter2',
        body: { password: 'hunter2', code: 'hunter2' },
        request: { headers: { authorization: 'hunter2', cookie: ['hunter2'], 'set-cookie': 'hunter2' } },
        jobs: [{ payload: { bank: { accountNumber: 'hunter2', account_number: 'hunter2' } } }],
        err: Object.assign(new Error('refused'), { data: { verificationToken: 'hunter2' }, detail: 'row (hunter2)' }),
      }),
    )
    expect(line).not.toContain('hunter2')
    expect(line).toContain('refused')
  })

  it('keeps the code and cause of an error', () => {
    const cause = Object.assign(new Error('down'), { code: 'ECONNREFUSED' })
    const line = logged((log) =>
      log.error({ err: Object.assign(new Error('failed', { cause }), { code: '23505' }) }, 'oh'),
    )
    expect(JSON.parse(line)).toMatchObject({
      msg: 'oh',
      err: { type: 'Error', code: '23505', cause: { code: 'ECONNREFUSED' } },
    })
  })

  it('accepts a bare error and a cyclic object', () => {
    const endless: Record<string, unknown> = {}
    endless['self'] = endless
    expect(JSON.parse(logged((log) => log.error(new Error('bare'))))).toMatchObject({
      msg: 'bare',
      err: { message: 'bare' },
    })
    expect(() => logged((log) => log.info({ endless }))).not.toThrow()
  })
})
