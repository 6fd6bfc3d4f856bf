import { writeFile } from 'node:fs/promises'
import {
  exportPayouts,
  failPayout,
  listOperatorPayouts,
  payoutFailureCodes,
  payPayout,
  processPayout,
  returnPayout,
  type OperatorPayout,
} from '@fettle/protocol/earnings/payouts'
import { CliApiError, type Api } from '../api.ts'
import { toTable } from '../table.ts'
import { actionsOf, money, paged, parseCode, read, time } from '../arguments.ts'

export const PAYOUTS_HELP = `Payouts

  payouts list [--status REQUESTED,…]
  payouts file --to FILE
      Write the bank file of due payouts. It contains account numbers, so only
      you can read it; delete it afterwards.
  payouts processing ID [--reference TEXT]
      Mark as handed to the bank. The provider cannot cancel it any more.
  payouts paid ID [--reference TEXT]
  payouts failed ID --code CODE --message "…"
  payouts returned ID --code CODE --message "…"
      ${payoutFailureCodes.join(', ')}`

const aPayout = { names: ['the id of a payout'] }
const describe = ({ id, amount, status, providerName }: OperatorPayout) =>
  `${money(amount)} to ${providerName}: ${status} (${id}).`

const moving = (operation: typeof payPayout | typeof processPayout) => async (api: Api, args: string[]) => {
  const { positionals, reference } = read(args, { ...aPayout, may: ['reference'] })
  const body = reference === undefined ? {} : { externalReference: reference }
  return describe((await api.call(operation, { params: { id: positionals[0] ?? '' }, body })).data)
}
const failing = (operation: typeof failPayout) => async (api: Api, args: string[]) => {
  const { positionals, code, message } = read(args, { ...aPayout, needs: ['code', 'message'] })
  const body = { code: parseCode(code, payoutFailureCodes), message }
  const input = { params: { id: positionals[0] ?? '' }, body }
  return describe((await api.call(operation, input)).data)
}

export const payouts = actionsOf<Api>('payouts', {
  async list(api, args) {
    const query = read(args, { may: ['status', 'cursor', 'limit'] })
    const { data, next } = await api.call(listOperatorPayouts, { query })
    if (data.length === 0) return 'No payouts.'
    const rows = data.map((each) => [
      each.id,
      each.status,
      each.providerName,
      money(each.amount),
      `${each.bank.bankName} …${each.bank.last4}`,
      time(each.requestedAt),
      time(each.expectedBy),
      each.externalReference ?? '',
    ])
    return paged(toTable(['ID', 'STATUS', 'PROVIDER', 'AMOUNT', 'BANK', 'ASKED', 'EXPECTED', 'REFERENCE'], rows), next)
  },
  async file(api, args) {
    const { to } = read(args, { needs: ['to'] })
    const bytes = await api.download(exportPayouts)
    await writeFile(to, bytes, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') throw new CliApiError(`The file ${to} exists already and is not overwritten.`)
      throw new CliApiError(`The file ${to} cannot be written: ${error.message}`)
    })
    const count = bytes.toString('utf8').trim().split('\n').length - 1
    return `${count} ${count === 1 ? 'payout' : 'payouts'} in ${to}. Then record what happens to each: payouts processing ID`
  },
  processing: moving(processPayout),
  paid: moving(payPayout),
  failed: failing(failPayout),
  returned: failing(returnPayout),
})
