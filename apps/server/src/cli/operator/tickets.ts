import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import {
  getOperatorTicket,
  holdTicket,
  listOperatorTickets,
  replyToTicket,
  replyToTicketWithFile,
  resolveOperatorTicket,
  type OperatorTicket,
} from '@fettle/protocol/marketplace/support'
import { CliApiError, type Api } from '../api.ts'
import { toTable } from '../table.ts'
import { actionsOf, facts, line, parseMoment, paged, read, time, toAccountFilter } from '../arguments.ts'

export const TICKETS_HELP = `Tickets of providers

  tickets list [--status OPEN,…] [--priority URGENT,…] [--provider ID]
  tickets show ID
  tickets reply ID --text "…" [--file PATH] [--as NAME]
  tickets hold ID --reason "…" --until 2026-12-01   or 3d
  tickets resolve ID [--text "…"] [--as NAME]`

const agentOf = (name: string | undefined) => (name === undefined ? {} : { agent: { name } })
function fileAt(path: string): File {
  try {
    return new File([readFileSync(path)], basename(path))
  } catch (error) {
    throw new CliApiError(`The file ${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}
const aTicket = { names: ['the id of a ticket'] }
const describe = ({ reference, status, providerName }: OperatorTicket) =>
  `${reference} of ${providerName} is ${status}.`

export const tickets = actionsOf<Api>('tickets', {
  async list(api, args) {
    const query = toAccountFilter(read(args, { may: ['status', 'priority', 'provider', 'cursor', 'limit'] }))
    const { data, next } = await api.call(listOperatorTickets, { query })
    if (data.length === 0) return 'No tickets.'
    const rows = data.map((each) => [
      each.id,
      each.reference,
      each.priority,
      each.status,
      each.providerName,
      each.category,
      line(each.subject, 40),
      `${each.unanswered}`,
      time(each.firstResponseDueAt),
    ])
    const headings = ['ID', 'REFERENCE', 'PRIORITY', 'STATUS', 'PROVIDER', 'CATEGORY', 'SUBJECT', 'WAITING', 'PROMISED']
    return paged(toTable(headings, rows), next)
  },
  async show(api, args) {
    const [id = ''] = read(args, aTicket).positionals
    const { data } = await api.call(getOperatorTicket, { params: { id } })
    const lines = data.messages.map(({ at, author, authorName, text, attachments }) =>
      [
        `${time(at)}  ${authorName ?? (author === 'PROVIDER' ? data.providerName : author)}`,
        ...text.split('\n').map((each) => `  ${each}`),
        ...attachments.map(({ name, url }) => `  ${name}: ${url}`),
      ].join('\n'),
    )
    return [
      facts([
        [data.reference, data.subject],
        ['Provider', `${data.providerName} (${data.providerId})`],
        ['Status', `${data.status}, ${data.priority}, ${data.category}`],
        ['Promised', time(data.firstResponseDueAt)],
        ['About', data.related && `${data.related.label} (${data.related.id})`],
        ['On hold', data.hold && `until ${time(data.hold.until)}: ${data.hold.reason}`],
      ]),
      ...lines,
    ].join('\n\n')
  },
  async reply(api, args) {
    const { positionals, text, as, file } = read(args, { ...aTicket, needs: ['text'], may: ['as', 'file'] })
    const params = { id: positionals[0] ?? '' }
    if (file === undefined)
      return describe((await api.call(replyToTicket, { params, body: { text, ...agentOf(as) } })).data)
    const body = { text, ...(as === undefined ? {} : { agentName: as }) }
    return describe((await api.call(replyToTicketWithFile, { params, body, file: fileAt(file) })).data)
  },
  async hold(api, args) {
    const { positionals, reason, until } = read(args, { ...aTicket, needs: ['reason', 'until'] })
    const end = parseMoment('--until', until, new Date()).toISOString()
    const input = { params: { id: positionals[0] ?? '' }, body: { reason, until: end } }
    return describe((await api.call(holdTicket, input)).data)
  },
  async resolve(api, args) {
    const { positionals, text, as } = read(args, { ...aTicket, may: ['text', 'as'] })
    const body = { ...(text === undefined ? {} : { text }), ...agentOf(as) }
    return describe((await api.call(resolveOperatorTicket, { params: { id: positionals[0] ?? '' }, body })).data)
  },
})
