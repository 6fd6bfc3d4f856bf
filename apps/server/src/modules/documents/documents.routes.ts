import * as protocol from '@fettle/protocol/accounts/documents'
import { uploadRules } from '@fettle/protocol/common/upload-rules'
import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { Reply } from '../../platform/http/router.ts'
import * as service from './documents.service.ts'

export function serveDocuments(deps: Deps, { account, marketplace }: Pick<Routers, 'account' | 'marketplace'>): void {
  account.serve(protocol.listDocuments, ({ actor }) => service.listDocuments(deps, actor))

  account.serveUpload(
    protocol.uploadDocument,
    async ({ actor, body, file }) => {
      const document = await service.upload(deps, actor, body, file)
      return new Reply(document, { message: { code: 'DOCUMENT_UPLOADED' } })
    },
    { maxFileBytes: uploadRules.DOCUMENT.maxBytes },
  )

  account.serve(protocol.withdrawDocument, async ({ actor, params }) => {
    return new Reply(await service.withdraw(deps, actor, params.id), { message: { code: 'DOCUMENT_WITHDRAWN' } })
  })

  marketplace.serve(protocol.listDocumentsForReview, async ({ query }) => {
    const { documents, meta } = await service.listForReview(deps, query)
    return new Reply(documents, { meta })
  })
  marketplace.serve(protocol.approveDocument, ({ actor, params }) => service.approve(deps, actor.name, params.id))
  marketplace.serve(protocol.rejectDocument, ({ actor, params, body }) =>
    service.reject(deps, actor.name, params.id, body),
  )
}
