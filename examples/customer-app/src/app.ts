import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { MarketplaceError, MarketplaceUnreachable, type MarketplaceClient } from '@fettle/marketplace'
import { getCustomerChatToken } from '@fettle/protocol/marketplace/calls'
import { callAsCustomer, type BrowserCall, type Device } from './calls.ts'
import type { Config } from './config.ts'
import type { LiveUpdates } from './live-updates.ts'
import { pay } from './payments.ts'
import type { Person } from './person.ts'
import { createStaticFiles } from './static-files.ts'

const MAX_BODY_BYTES = 12 * 1024 * 1024

/** Parts of the app. */
export interface Parts {
  config: Config
  marketplace: MarketplaceClient
  live: LiveUpdates
  person: Person
  /** Folder of the built front end. */
  webFolder: string
}

/** An answer other than the success of a call. */
class Refusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** The back end: the front end's files, its calls, live updates and webhooks, all under the path of `publicUrl`. */
export function createApp({ config, marketplace, live, person, webFolder }: Parts): RequestListener {
  const { origin, pathname: base } = new URL(config.publicUrl)
  const chatOrigin = new URL(config.fettlePublicUrl).origin
  const sendFile = createStaticFiles(webFolder, chatOrigin)
  const { customerId } = person

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', config.publicUrl)
    if (`${pathname}/` === base) return void response.writeHead(308, { location: base }).end()
    if (!pathname.startsWith(base)) throw new Refusal(404, 'Not found.')
    const path = pathname.slice(base.length)

    if (path === 'webhooks' && request.method === 'POST') {
      const { headers, body } = await readWhole(request)
      try {
        live.receive(headers, await body.text())
      } catch {
        throw new Refusal(401, 'The signature is not valid.')
      }
      return void response.writeHead(204).end()
    }

    // A page of another site must not act for the person.
    if (request.headers.origin !== undefined && request.headers.origin !== origin)
      throw new Refusal(403, 'Only the pages of this app may call it.')

    if (path === 'api/session') {
      const { name, avatar, home } = person
      return sendJson(response, 200, { customerId, name, avatar, home, fettleUrl: chatOrigin })
    }
    if (path === 'api/events') return live.connect(customerId, response)
    if (path === 'api/chat-token')
      return sendJson(response, 200, await marketplace.call(getCustomerChatToken, { params: { id: customerId } }))
    if (path.startsWith('api/') && request.method !== 'POST') throw new Refusal(405, 'Use POST.')
    if (path.startsWith('api/calls/')) {
      const call = await readCall(path.slice('api/calls/'.length), request)
      const result = await callAsCustomer(marketplace, person, deviceOf(request), call)
      if (!result) throw new Refusal(404, 'Browsers may not call this.')
      return sendJson(response, 200, result)
    }
    if (path.startsWith('api/payments/')) {
      await pay(marketplace, customerId, decodeURIComponent(path.slice('api/payments/'.length)))
      return sendJson(response, 200, {})
    }
    if (path.startsWith('api/')) throw new Refusal(404, 'Not found.')
    await sendFile(path, response)
  }

  return (request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent) return void response.destroy()
      if (error instanceof Refusal) sendJson(response, error.status, { message: error.message })
      else if (error instanceof MarketplaceError) {
        const { status, code, message, issues } = error
        // Fettle's messages are written for people, behind the name of the call and the code.
        sendJson(response, status, { code, issues, message: message.slice(message.indexOf(code) + code.length + 1) })
      } else {
        const isAway = error instanceof MarketplaceUnreachable
        console.error(error)
        sendJson(response, isAway ? 502 : 500, { message: 'That did not work. Please try again.' })
      }
    })
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body))
}

/** Reads a request to its end, as the web platform's types. */
async function readWhole(request: IncomingMessage): Promise<{ headers: Headers; body: Response }> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of Readable.from(request) as AsyncIterable<Buffer>) {
    size += part.length
    if (size > MAX_BODY_BYTES) throw new Refusal(413, 'This is too large.')
    parts.push(part)
  }
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) if (value !== undefined) headers.set(name, String(value))
  return { headers, body: new Response(Buffer.concat(parts), { headers }) }
}

/** Calls come as JSON; with a file, as a form whose field `input` is the JSON. */
async function readCall(name: string, request: IncomingMessage): Promise<BrowserCall> {
  const { headers, body } = await readWhole(request)
  const idempotencyKey = headers.get('idempotency-key') ?? undefined
  try {
    if (!headers.get('content-type')?.startsWith('multipart/'))
      return { name, input: (await body.json()) as BrowserCall['input'], file: undefined, idempotencyKey }
    const form = await body.formData()
    const file = form.get('file')
    const input = JSON.parse(String(form.get('input') ?? '{}')) as BrowserCall['input']
    return { name, input, file: file instanceof File ? file : undefined, idempotencyKey }
  } catch {
    throw new Refusal(400, 'The request cannot be read.')
  }
}

/** The person's device. The address comes from the proxy in front of this program, if there is one. */
function deviceOf({ headers, socket }: IncomingMessage): Device {
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')[0]
  return {
    ip: (forwarded || socket.remoteAddress || '127.0.0.1').trim().replace(/^::ffff:/, ''),
    userAgent: headers['user-agent'] ?? 'unknown',
    timeZone: String(headers['x-time-zone'] ?? 'UTC'),
  }
}
