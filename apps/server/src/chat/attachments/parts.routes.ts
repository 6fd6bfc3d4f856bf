import { AttachmentUploadId, uploadPartPath } from '@fettle/protocol/chat/messages/attachments'
import { chatLimits } from '@fettle/protocol/chat/core/limits'
import { chatBase } from '@fettle/protocol/chat/core/operation'
import { toIssues, withoutMessages } from '@fettle/protocol'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { ChatContext } from '../core/context.ts'
import type { Limiter } from '../core/limiter.ts'
import { inputRefusal } from '../core/calls.ts'
import { ChatRefusal } from '../core/chat-refusal.ts'
import { actorOf, sendFailure } from '../connections/http.ts'
import { putPart } from './attachments.service.ts'

const Part = z.object({ uploadId: AttachmentUploadId, offset: z.coerce.number().check(z.int(), z.gte(0)) })

/** Registers the upload of parts, which carries bytes instead of JSON and therefore has its own route. */
export async function registerPartUpload(app: FastifyInstance, context: ChatContext, limiter: Limiter): Promise<void> {
  await app.register(
    async (transport) => {
      transport.setErrorHandler((error, request, reply) => sendFailure(context, error, request, reply))
      transport.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_, body, done) =>
        done(null, body),
      )
      transport.put(
        uploadPartPath,
        { bodyLimit: chatLimits.uploadPartBytes, config: { operation: 'chat.attachments.part' } },
        async (request) => {
          const actor = await actorOf(context, request)
          if (actor.userId !== null && !actor.server) {
            await limiter.take(actor.userId, 'attachments.part')
            await context.access.requireActive(actor.userId)
          }
          const input = { ...(request.query as object), ...(request.params as object) }
          const part = z.safeParse(Part, input, withoutMessages)
          if (!part.success) throw inputRefusal(toIssues(part.error, input))
          if (!Buffer.isBuffer(request.body))
            throw new ChatRefusal('INPUT', { message: 'Send application/octet-stream.' })
          return putPart(context, actor, { ...part.data, bytes: request.body })
        },
      )
    },
    { prefix: chatBase },
  )
}
