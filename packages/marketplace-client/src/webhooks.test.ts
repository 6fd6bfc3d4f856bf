import { Webhook } from 'standardwebhooks'
import { expect, it } from 'vitest'
import { verifyWebhook } from './webhooks.ts'

const secret = `whsec_${btoa('a secret of thirty-two characters')}`
const body = JSON.stringify({ id: 'evt_1', type: 'booking.confirmed', seq: 7 })

const headersAt = (sentAt: Date) => ({
  'webhook-id': 'evt_1',
  'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
  'webhook-signature': new Webhook(secret).sign('evt_1', sentAt, body),
})

it('returns the event of a genuine webhook', () => {
  const headers = headersAt(new Date())
  expect(verifyWebhook(secret, headers, body)).toMatchObject({ type: 'booking.confirmed', seq: 7 })
  expect(verifyWebhook(secret, new Headers(headers), body)).toMatchObject({ id: 'evt_1' })
})

it('refuses a webhook that was changed, forged or sent too long ago', () => {
  const headers = headersAt(new Date())
  expect(() => verifyWebhook(secret, headers, body.replace('7', '8'))).toThrow('No matching signature')
  expect(() => verifyWebhook(`whsec_${btoa('another secret')}`, headers, body)).toThrow('No matching signature')
  expect(() => verifyWebhook(secret, headersAt(new Date(Date.now() - 360_000)), body)).toThrow('too old')
})
