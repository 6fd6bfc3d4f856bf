import { Readable } from 'node:stream'
import * as protocol from '@fettle/protocol/earnings/earnings'
import * as payoutProtocol from '@fettle/protocol/earnings/payouts'
import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { Download } from '../../platform/http/download.ts'
import { localeOfRequest } from '../../platform/http/locale.ts'
import { Reply } from '../../platform/http/router.ts'
import * as ledger from './ledger.service.ts'
import * as operator from './payouts/operator.service.ts'
import * as payouts from './payouts/payouts.service.ts'
import { printStatement, exportStatement } from './statement/statement.service.ts'

export function serveEarnings(deps: Deps, { provider, marketplace }: Pick<Routers, 'provider' | 'marketplace'>): void {
  provider.serve(protocol.getEarnings, ({ actor, query }) => ledger.summarize(deps, actor.id, query), { mayLag: true })
  provider.serve(
    protocol.listEarnings,
    async ({ actor, query }) => {
      const { entries, meta } = await ledger.listLedger(deps, actor.id, query)
      return new Reply(entries, { meta })
    },
    { mayLag: true },
  )
  provider.serve(protocol.listEarningsMonths, ({ actor, query }) => ledger.listMonths(deps, actor.id, query.months), {
    mayLag: true,
  })
  provider.serve(protocol.getStatement, async ({ actor, query: { month, format }, request }) => {
    const name = `statement-${month}.${format}`
    return format === 'csv'
      ? new Download(await exportStatement(deps, actor.id, month), { name, type: 'text/csv' })
      : new Download(await printStatement(deps, actor, { month, locale: localeOfRequest(request) }), {
          name,
          type: 'application/pdf',
          inline: true,
        })
  })

  provider.serve(payoutProtocol.listPayouts, async ({ actor, query }) => {
    const { payouts: page, meta } = await payouts.listMine(deps, actor.id, query)
    return new Reply(page, { meta })
  })
  provider.serve(payoutProtocol.getPayoutTerms, ({ actor }) => payouts.getTerms(deps, actor.id))
  provider.serve(payoutProtocol.getPayout, ({ actor, params }) => payouts.getPayout(deps, actor.id, params.id))
  provider.serve(payoutProtocol.requestPayout, async ({ actor, body }) => {
    return new Reply(await payouts.requestPayout(deps, actor, body.amount), { message: { code: 'PAYOUT_REQUESTED' } })
  })
  provider.serve(payoutProtocol.cancelPayout, ({ actor, params }) => payouts.cancelPayout(deps, actor, params.id))
  provider.serve(payoutProtocol.savePayoutSchedule, ({ actor, body }) => payouts.saveSchedule(deps, actor, body))

  marketplace.serve(payoutProtocol.listOperatorPayouts, async ({ query }) => {
    const { payouts: page, meta } = await operator.listForOperator(deps, query)
    return new Reply(page, { meta })
  })
  marketplace.serve(payoutProtocol.exportPayouts, async () => {
    return new Download(Readable.from(operator.bankFile(deps)), { name: 'payouts.csv' })
  })
  marketplace.serve(payoutProtocol.processPayout, ({ actor, params, body }) =>
    operator.markProcessing(deps, actor.name, params.id, body),
  )
  marketplace.serve(payoutProtocol.payPayout, ({ actor, params, body }) =>
    operator.markPaid(deps, actor.name, params.id, body),
  )
  marketplace.serve(payoutProtocol.failPayout, ({ actor, params, body }) =>
    operator.markNotArrived(deps, actor.name, { id: params.id, action: 'failed' }, body),
  )
  marketplace.serve(payoutProtocol.returnPayout, ({ actor, params, body }) =>
    operator.markNotArrived(deps, actor.name, { id: params.id, action: 'returned' }, body),
  )
}
