import { login, logout, register } from '@fettle/protocol/accounts/auth'
import { getProfile } from '@fettle/protocol/accounts/profile'
import { DAY_MS, SECOND_MS } from '@fettle/protocol/core/durations'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  registrationForm,
  createSignedInAccount,
  createVerifiedAccount,
  credentials,
} from '../../../../testing/fixtures/accounts.ts'
import { setUpTestApp, startTestApp } from '../../../../testing/app/test-app.ts'
import { waitForLocks } from '../../../../testing/app/wait-for-locks.ts'
import { sql } from '../../../platform/db/db.ts'

const testApp = setUpTestApp()

describe('a session', () => {
  const profileWith = (token: string, headers: Record<string, string> = {}) =>
    testApp.send(getProfile, {}, { token, headers })

  it('ends with logging out, for its token and its cookie', async () => {
    const { email } = await createVerifiedAccount(testApp)
    const { headers, body } = await testApp.send(login, credentials(email))
    const { token, streamToken } = body.success ? body.data : { token: '', streamToken: '' }
    const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
    expect((await profileWith(token)).status).toBe(200)
    const out = await testApp.send(logout, {}, { token })
    expect(out.headers.getSetCookie()[0]).toMatch(/^fettle_session=;/)
    expect((await profileWith(token)).status).toBe(401)
    expect((await profileWith(streamToken, { cookie })).status).toBe(401)
    expect((await testApp.send(logout, {}, { token })).status).toBe(200)
    expect((await testApp.send(logout, {})).status).toBe(200)
  })

  it('shares the calls of a minute with the other sessions of its provider', async () => {
    const limited = await startTestApp({ sharesDatabaseWith: testApp, config: { callsPerMinute: 3 } })
    onTestFinished(() => limited.close())
    const { token, email } = await createSignedInAccount(testApp)
    const { token: phone } = await testApp.call(login, credentials(email))
    const other = await createSignedInAccount(testApp)
    const profileWith = (token: string) => limited.send(getProfile, {}, { token })
    testApp.clock.advance(60 * SECOND_MS - (testApp.clock.now().getTime() % (60 * SECOND_MS)) + 15 * SECOND_MS)
    for (const each of [token, phone, token]) expect((await profileWith(each)).status).toBe(200)
    const refused = await profileWith(phone)
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED', details: { seconds: 45 } } })
    expect(refused.headers.get('retry-after')).toBe('45')
    expect((await profileWith(other.token)).status).toBe(200)
    testApp.clock.advance(45 * SECOND_MS)
    expect((await profileWith(phone)).status).toBe(200)
  })

  it('ends after fourteen days without being used', async () => {
    const { token } = await createSignedInAccount(testApp)
    testApp.clock.advance(13 * DAY_MS)
    expect((await profileWith(token)).status).toBe(200)
    testApp.clock.advance(13 * DAY_MS)
    expect((await profileWith(token)).status).toBe(200)
    testApp.clock.advance(14 * DAY_MS)
    expect((await profileWith(token)).status).toBe(401)
  })

  it('ends after thirty days in any case', async () => {
    const { token } = await createSignedInAccount(testApp)
    for (let day = 0; day < 29; day += 10) {
      testApp.clock.advance(9 * DAY_MS)
      expect((await profileWith(token)).status).toBe(200)
    }
    testApp.clock.advance(3 * DAY_MS)
    expect((await profileWith(token)).status).toBe(401)
  })

  it('is renewed by a chat token with its cookie', async () => {
    const { email } = await createVerifiedAccount(testApp)
    const { headers, body } = await testApp.send(login, credentials(email))
    const { token, streamToken } = body.success ? body.data : { token: '', streamToken: '' }
    const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const renewed = await profileWith(streamToken, { cookie })
    expect(renewed.status).toBe(200)
    const fresh = renewed.body.success ? String(renewed.body.meta?.token) : ''
    expect(fresh).toMatch(/^[\w-]{43}$/)
    expect(fresh).not.toBe(token)
    expect((await profileWith(fresh)).body).toMatchObject({ success: true, data: { email } })
    expect((await profileWith(fresh)).body).not.toHaveProperty('meta')
  })

  it('that is ended while it is renewed is over', async () => {
    const { email } = await createVerifiedAccount(testApp)
    const { headers, body } = await testApp.send(login, credentials(email))
    const { streamToken } = body.success ? body.data : { streamToken: '' }
    const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const { attempt } = await testApp.deps.db.transaction(async (tx) => {
      await tx.execute(sql`
        delete from sessions where account_id = (select id from accounts where email = ${email})`)
      const sent = profileWith(streamToken, { cookie })
      await waitForLocks(testApp)
      return { attempt: sent }
    })
    expect((await attempt).status).toBe(401)
  })

  it("is not renewed by either alone, nor with another session's", async () => {
    const somebody = await createSignedInAccount(testApp)
    const { email } = await createVerifiedAccount(testApp)
    const { headers, body } = await testApp.send(login, credentials(email))
    const { streamToken } = body.success ? body.data : { streamToken: '' }
    const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
    expect((await profileWith(streamToken)).status).toBe(401)
    expect((await profileWith('made-up', { cookie })).status).toBe(401)
    expect((await profileWith(somebody.streamToken, { cookie })).status).toBe(401)
    expect((await profileWith(`${streamToken}x`, { cookie })).status).toBe(401)
    expect((await testApp.send(getProfile, {}, { headers: { cookie } })).status).toBe(401)
  })

  it('is known to every process, and so is its end', async () => {
    const second = await startTestApp({ sharesDatabaseWith: testApp })
    const { token } = await createSignedInAccount(testApp)
    expect((await second.send(getProfile, {}, { token })).status).toBe(200)
    await second.call(logout, {}, { token })
    testApp.clock.advance(10 * SECOND_MS)
    expect((await profileWith(token)).status).toBe(401)
    await second.close()
  })

  it('is refused with the same message whatever is wrong with the token', async () => {
    for (const authorization of [
      '',
      'Bearer',
      'Bearer ',
      'Basic abc',
      'Bearer nonsense',
      'Bearer a b',
      `Bearer ${'x'.repeat(5000)}`,
    ]) {
      const response = await fetch(`${testApp.url}/v2/profile`, { headers: { authorization } })
      expect(response.status).toBe(401)
      expect(await response.json()).toMatchObject({
        success: false,
        code: 'UNAUTHENTICATED',
        message: 'Please log in again.',
      })
    }
  })
})

describe('expired records', () => {
  it('are purged within the hour', async () => {
    const form = registrationForm()
    await testApp.call(register, { body: form })
    await createSignedInAccount(testApp)
    await testApp.advance(31 * DAY_MS)
    for (const table of [
      sql`sessions`,
      sql`session_tokens`,
      sql`verification_codes`,
      sql`verification_code_sends`,
      sql`verification_tokens`,
    ]) {
      const { count } = await testApp.db.one<{ count: number }>(sql`select count(*) from ${table}`)
      expect(count).toBe(0)
    }
    const pending = await testApp.db.maybeOne(sql`select 1 from accounts where email = ${form.email}`)
    expect(pending).toBeUndefined()
  })
})
