import { login, sendOtp } from '@fettle/protocol/accounts/auth'
import { HOUR_MS } from '@fettle/protocol/core/durations'
import { describe, expect, it } from 'vitest'
import { setUpTestApp } from '../../../testing/app/test-app.ts'

// Outside the demo the local address is counted like any other. A proxy in front names the callers' addresses.
const testApp = setUpTestApp({ config: { demo: false, trustProxy: 'loopback' } })

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

describe('a network address', () => {
  it('may request twenty codes per hour in total', async () => {
    const requestCode = (n: number, address: string) =>
      testApp.send(
        sendOtp,
        { body: { email: `person${n}@example.com`, type: 'PASSWORD_RESET', role: 'PROVIDER' } },
        from(address),
      )
    for (let n = 0; n < 20; n += 1) expect((await requestCode(n, '203.0.113.5')).status).toBe(200)
    const refused = await requestCode(20, '203.0.113.5')
    expect(refused.body).toMatchObject({ status: 429, code: 'OTP_RESEND_LIMIT' })
    expect((await requestCode(21, '203.0.113.6')).status).toBe(200)
    testApp.clock.advance(HOUR_MS)
    expect((await requestCode(22, '203.0.113.5')).status).toBe(200)
  })

  it('may fail thirty logins in total', async () => {
    const logInWrongly = (n: number, address: string) =>
      testApp.send(
        login,
        { body: { emailOrPhone: `p${n}@example.com`, password: 'guess', role: 'PROVIDER' } },
        from(address),
      )
    for (let n = 0; n < 30; n += 1) expect((await logInWrongly(n, '203.0.113.7')).status).toBe(401)
    const { status, body } = await logInWrongly(30, '203.0.113.7')
    expect([status, body]).toMatchObject([429, { code: 'LOGIN_THROTTLED' }])
    expect((await logInWrongly(31, '203.0.113.8')).status).toBe(401)
  })

  it('of version 6 counts with all others of its network', async () => {
    const logInWrongly = (n: number, address: string) =>
      testApp.send(
        login,
        { body: { emailOrPhone: `v${n}@example.com`, password: 'guess', role: 'PROVIDER' } },
        from(address),
      )
    for (let n = 0; n < 30; n += 1) expect((await logInWrongly(n, `2001:470:1f0b:7::${n + 1}`)).status).toBe(401)
    expect((await logInWrongly(30, '2001:470:1f0b:7:ffff::1')).body).toMatchObject({
      status: 429,
      code: 'LOGIN_THROTTLED',
    })
    expect((await logInWrongly(31, '2001:470:1f0b:8::1')).status).toBe(401)
  })
})
