import type { AttachmentUpload } from '@fettle/protocol/chat/messages/attachments'
import { isChatFailure } from '@fettle/protocol/chat/core/errors'
import type { Credentials } from '../connection/user-connection.ts'
import { ChatError, connectionLost, refusalError, TOKEN_EXPIRED } from '../errors.ts'
import type { SendPart } from './uploads.ts'

interface Response {
  ok: boolean
  json(): Promise<unknown>
}
const platform = globalThis as unknown as {
  fetch(url: string, init: object): Promise<Response>
  AbortController: new () => { signal: unknown; abort(): void }
}

/** Sends upload parts with `fetch`, as bytes or a `Blob`. An expired token is renewed once. */
export function createHttpPartSender(
  origin: string,
  { appKey, token }: Pick<Credentials, 'appKey' | 'token'>,
): SendPart {
  return async ({ uploadId, offset, bytes, signal }) => {
    const abort = new platform.AbortController()
    signal.onCancel(() => abort.abort())
    const send = async (tokenOptions: { reload: boolean }): Promise<unknown> => {
      // The paths are fixed here, so that the operations are not bundled.
      const response = await platform.fetch(`${origin}/chat/v1/uploads/${uploadId}/parts?offset=${offset}`, {
        method: 'PUT',
        headers: {
          'x-app-key': appKey,
          authorization: `Bearer ${await token(tokenOptions)}`,
          'content-type': 'application/octet-stream',
        },
        body: bytes,
        signal: abort.signal,
      })
      const answer = await response.json()
      if (response.ok) return answer
      if (isChatFailure(answer)) throw refusalError(answer)
      throw connectionLost()
    }
    const answer = await send({ reload: false }).catch((error: unknown) => {
      if (error instanceof ChatError && error.failure?.code === TOKEN_EXPIRED) return send({ reload: true })
      throw error
    })
    return answer as AttachmentUpload
  }
}
