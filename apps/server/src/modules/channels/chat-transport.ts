import type { Method } from '@fettle/protocol'
import { ServiceUnavailable } from '../../platform/errors.ts'
import { traceHeaders } from '../../platform/observability/tracing.ts'

/** One HTTP exchange with the chat service. */
export type ChatTransport = (request: {
  method: Method
  url: string
  headers: Record<string, string>
  /** JSON, or the bytes of an upload part. */
  payload?: object
}) => Promise<{ statusCode: number; payload: string }>

/** Network timeout beyond the chat's own timeout of a call. */
const NETWORK_TIMEOUT_MS = 20_000

/** Transport to a chat in another process, over HTTP. Throws ServiceUnavailable where the connection fails. */
export function createNetworkTransport(chatUrl: string | undefined): ChatTransport {
  return async ({ method, url, headers, payload }) => {
    if (!chatUrl) throw new Error('CHAT_URL is not set, and the chat does not run in this process.')
    const response = await fetch(chatUrl + url, {
      method,
      headers: { ...(payload ? { 'content-type': 'application/json' } : {}), ...traceHeaders(), ...headers },
      ...(payload ? { body: Buffer.isBuffer(payload) ? new Uint8Array(payload) : JSON.stringify(payload) } : {}),
      signal: AbortSignal.timeout(NETWORK_TIMEOUT_MS),
    }).catch(failConnection)
    return { statusCode: response.status, payload: await response.text().catch(failConnection) }
  }
}

function failConnection(cause: unknown): never {
  throw new ServiceUnavailable('The chat did not answer', { cause })
}
