import {
  approveDocument,
  listDocumentsForReview,
  rejectDocument,
  rejectionCodes,
  type DocumentForReview,
} from '@fettle/protocol/accounts/documents'
import type { Api } from '../api.ts'
import { toTable } from '../table.ts'
import { actionsOf, paged, parseCode, read, time } from '../arguments.ts'

export const DOCUMENTS_HELP = `Documents of providers

  documents list [--status UNDER_REVIEW,…]
      List documents, oldest first, each with an address that is valid for
      five minutes.
  documents approve ID
  documents reject ID --code CODE --note "…"
      ${rejectionCodes.slice(0, 4).join(', ')},
      ${rejectionCodes.slice(4).join(', ')}`

const headings = ['ID', 'PROVIDER', 'TYPE', 'SIDE', 'STATUS', 'SENT', 'DUE', 'FILE']
const toRow = ({ id, provider, type, side, status, createdAt, reviewDueAt, url }: DocumentForReview) => [
  id,
  provider.name,
  type,
  side,
  status,
  time(createdAt),
  time(reviewDueAt),
  url ?? 'deleted',
]
const describe = ({ id, provider, type, status }: DocumentForReview) =>
  `${type} of ${provider.name} (${id}) is ${status}.`

export const documents = actionsOf<Api>('documents', {
  async list(api, args) {
    const query = read(args, { may: ['status', 'cursor', 'limit'] })
    const { data, next } = await api.call(listDocumentsForReview, { query })
    if (data.length === 0) return 'No documents.'
    return paged(toTable(headings, data.map(toRow)), next)
  },
  async approve(api, args) {
    const [id = ''] = read(args, { names: ['the id of a document'] }).positionals
    return describe((await api.call(approveDocument, { params: { id }, body: {} })).data)
  },
  async reject(api, args) {
    const { positionals, code, note } = read(args, { names: ['the id of a document'], needs: ['code', 'note'] })
    const body = { code: parseCode(code, rejectionCodes), note }
    const input = { params: { id: positionals[0] ?? '' }, body }
    const { data } = await api.call(rejectDocument, input)
    return `${describe(data)} The provider is told: ${data.rejection?.fix ?? ''}`
  },
})
