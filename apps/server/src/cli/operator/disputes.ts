import {
  assignDispute,
  decideDispute,
  getMarketplaceDispute,
  listMarketplaceDisputes,
  type MarketplaceDispute,
} from '@fettle/protocol/marketplace/disputes'
import type { Api } from '../api.ts'
import { toTable } from '../table.ts'
import { actionsOf, facts, line, money, paged, read, time, parseWholeNumber, toAccountFilter } from '../arguments.ts'

export const DISPUTES_HELP = `Disputes

  disputes list [--status UNDER_REVIEW,…] [--provider ID] [--customer ID]
      List disputes, by default those that wait for a decision.
  disputes show ID
      Show statements, evidence, proposals and the decision.
  disputes assign ID --to NAME
  disputes decide ID --rationale "…" [--amount MINOR]
                  [--attribution PROVIDER|CUSTOMER|NEUTRAL] [--status STATUS]
      --amount  the provider's part of the amount in dispute, in minor units:
                500000 is ₦5,000
      --status  resulting state of the subject; by default its previous one`

const aDispute = { names: ['the id of a dispute'] }
const describe = ({ id, status, subject }: MarketplaceDispute) => `${subject.label}: ${status} (${id}).`

export const disputes = actionsOf<Api>('disputes', {
  async list(api, args) {
    const query = toAccountFilter(read(args, { may: ['status', 'provider', 'customer', 'cursor', 'limit'] }))
    const { data, next } = await api.call(listMarketplaceDisputes, {
      query: { status: 'UNDER_REVIEW', ...query },
    })
    if (data.length === 0) return 'No disputes.'
    const rows = data.map((each) => [
      each.id,
      each.status,
      each.subject.type,
      line(each.subject.label, 30),
      each.reasonCode,
      each.openedBy,
      money(each.amountInDispute),
      time(each.stage.until),
    ])
    return paged(toTable(['ID', 'STATUS', 'ABOUT', 'WHAT', 'REASON', 'OPENED BY', 'AMOUNT', 'UNTIL'], rows), next)
  },
  async show(api, args) {
    const [id = ''] = read(args, aDispute).positionals
    const { data } = await api.call(getMarketplaceDispute, { params: { id } })
    const { outcome, appeal } = data
    return facts([
      ['Dispute', `${data.id}, ${data.status}`],
      ['About', `${data.subject.type} ${data.subject.label} (${data.subject.id})`],
      ['Between', `${data.providerName} (${data.providerId}) and ${data.customer.name} (${data.customerId})`],
      ['Reason', `${data.reasonCode}, opened by the ${data.openedBy}`],
      ['Amount', data.amountInDispute && `${money(data.amountInDispute)} of ${money(data.total)}`],
      ['Statement', data.statement],
      ['Wanted', data.desiredOutcome],
      ['Answer', data.response?.statement ?? 'none yet'],
      ['With an operator', data.reviewReason],
      ['Assigned to', data.assignee],
      ['Until', time(data.stage.until)],
      ...data.proposals.map((each): [string, string] => [
        `Proposal of the ${each.by}`,
        [each.status, money(each.amountToProvider), line(each.note, 200)].filter(Boolean).join(', '),
      ]),
      ...data.evidence.map((each): [string, string] => [
        `Evidence of the ${each.by}`,
        `${each.file.url} ${each.note ?? ''}`.trim(),
      ]),
      ['Decided', outcome && `${outcome.by}: ${money(outcome.amountToProvider)} ${outcome.rationale}`.trim()],
      ['Appeal', appeal && `of the ${appeal.by}: ${appeal.note}`],
    ])
  },
  async assign(api, args) {
    const { positionals, to } = read(args, { ...aDispute, needs: ['to'] })
    const { data } = await api.call(assignDispute, { params: { id: positionals[0] ?? '' }, body: { assignee: to } })
    return `${data.subject.label} is assigned to ${to}.`
  },
  async decide(api, args) {
    const { positionals, rationale, amount, attribution, status } = read(args, {
      ...aDispute,
      needs: ['rationale'],
      may: ['amount', 'attribution', 'status'],
    })
    const body = {
      rationale,
      ...(amount === undefined ? {} : { amountToProvider: parseWholeNumber('--amount', amount) }),
      ...(attribution === undefined ? {} : { attribution: attribution as never }),
      ...(status === undefined ? {} : { subjectStatus: status }),
    }
    const { data } = await api.call(decideDispute, { params: { id: positionals[0] ?? '' }, body })
    const until = data.outcome?.appealUntil
    return `${describe(data)} ${until ? `It takes effect on ${time(until)}, unless somebody appeals.` : 'It takes effect now.'}`
  },
})
