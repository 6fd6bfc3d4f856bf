import type { CallInput, Operation, Result } from '@fettle/protocol'
import { fillPath } from '@fettle/protocol'
import type { App } from '../app.ts'
import { DEMO_KEY } from '../modules/marketplace/index.ts'

const BOUNDARY = 'demo-town-7f3a9c'

interface Sent {
  file: { name: string; type: string; bytes: Buffer }
  /** Whose call it is: a session's, or the marketplace's with the key that makes it harmless when it is repeated. */
  by: { token: string } | { key: string }
}

/** Sends a file through the front door, as a form does. Throws when it is refused. */
export async function sendFile<O extends Operation>(
  { http }: App,
  operation: O,
  input: CallInput<O>,
  { file, by }: Sent,
): Promise<Result<O>> {
  const { params, body } = input as { params?: Record<string, unknown>; body?: Record<string, string> }
  const part = (name: string, rest: string) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${rest}`
  const fields = Object.entries(body ?? {}).map(([name, value]) => `${part(name, '')}\r\n\r\n${value}\r\n`)
  const head = `${part(operation.file ?? 'file', `; filename="${file.name}"`)}\r\ncontent-type: ${file.type}\r\n\r\n`
  const { payload } = await http.inject({
    method: operation.method,
    url: fillPath(operation.path, params),
    headers: {
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      authorization: `Bearer ${'token' in by ? by.token : DEMO_KEY}`,
      ...('key' in by && { 'idempotency-key': `demo town: ${by.key}` }),
    },
    payload: Buffer.concat([Buffer.from(fields.join('') + head), file.bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
  })
  const answer = JSON.parse(payload) as { success: true; data: Result<O> } | { success: false; message: string }
  if (!answer.success) throw new Error(`${operation.name}: ${payload}`)
  return answer.data
}
