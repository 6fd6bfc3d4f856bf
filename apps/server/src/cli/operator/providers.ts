import { listProviders } from '@fettle/protocol/marketplace/providers'
import {
  getProviderAudit,
  listSuspendedProviders,
  reinstateProvider,
  suspendProvider,
} from '@fettle/protocol/accounts/moderation'
import { cancelSecondFactorReset, resetSecondFactors } from '@fettle/protocol/accounts/second-factor'
import type { Api } from '../api.ts'
import { toTable } from '../table.ts'
import { actionsOf, line, parseMoment, paged, read, time } from '../arguments.ts'

export const PROVIDERS_HELP = `Providers

  providers list [--suspended]
      List providers who take requests; or suspended ones, until when and why.
  providers suspend ID --reason "…" --until 2026-12-31   or 14d
      Read-only until then; running jobs may be finished. The provider reads
      the reason.
  providers reinstate ID [--reason "…"]
  providers reset-second-factors ID --reason "…"
      After an identity check: removes passkeys, authenticator app and recovery
      codes when the waiting time is over. The provider is told at once.
  providers keep-second-factors ID
      Cancels that.
  providers audit ID [--type booking] [--before SEQ]
      List what they did and what was done about them, newest first.`

const aProvider = { names: ['the id of a provider'] }

async function listSuspended(api: Api, query: { cursor?: string; limit?: string }): Promise<string> {
  const { data, next } = await api.call(listSuspendedProviders, { query })
  if (data.length === 0) return 'Nobody is suspended.'
  const rows = data.map(({ id, name, suspension: { since, until, reason } }) => [
    id,
    name,
    time(since),
    time(until),
    line(reason),
  ])
  return paged(toTable(['ID', 'NAME', 'SINCE', 'UNTIL', 'REASON'], rows), next)
}

export const providers = actionsOf<Api>('providers', {
  async list(api, args) {
    const { positionals: _, suspended, ...query } = read(args, { may: ['cursor', 'limit'], flags: ['suspended'] })
    if (suspended) return listSuspended(api, query)
    const { data, next } = await api.call(listProviders, { query })
    if (data.length === 0) return 'There are no providers.'
    const rows = data.map(({ id, name, serviceType, city, rating }) => [
      id,
      name,
      serviceType ?? '',
      city ?? '',
      rating ? `${rating.average} (${rating.count})` : '',
    ])
    return paged(toTable(['ID', 'NAME', 'SERVICE', 'CITY', 'RATING'], rows), next)
  },
  async suspend(api, args) {
    const { positionals, reason, until } = read(args, { ...aProvider, needs: ['reason', 'until'] })
    const end = parseMoment('--until', until, new Date()).toISOString()
    const { data } = await api.call(suspendProvider, {
      params: { id: positionals[0] ?? '' },
      body: { reason, until: end },
    })
    return `${data.id} is suspended until ${time(data.suspension?.until ?? null)}.`
  },
  async reinstate(api, args) {
    const { positionals, reason } = read(args, { ...aProvider, may: ['reason'] })
    const body = reason === undefined ? {} : { reason }
    const { data } = await api.call(reinstateProvider, { params: { id: positionals[0] ?? '' }, body })
    return `${data.id} is not suspended.`
  },
  async 'reset-second-factors'(api, args) {
    const { positionals, reason } = read(args, { ...aProvider, needs: ['reason'] })
    const { data } = await api.call(resetSecondFactors, { params: { id: positionals[0] ?? '' }, body: { reason } })
    return `The second factors of ${data.id} are removed at ${time(data.resetAt)}.`
  },
  async 'keep-second-factors'(api, args) {
    const { positionals } = read(args, aProvider)
    const { data } = await api.call(cancelSecondFactorReset, { params: { id: positionals[0] ?? '' } })
    return `The second factors of ${data.id} are kept.`
  },
  async audit(api, args) {
    const { positionals, ...query } = read(args, { ...aProvider, may: ['type', 'before', 'limit'] })
    const { data, next } = await api.call(getProviderAudit, { params: { id: positionals[0] ?? '' }, query })
    if (data.length === 0) return 'No events.'
    const rows = data.map(({ seq, at, actor, event, subject, data: about, onBehalf }) => [
      `${seq}`,
      time(at),
      actor.type,
      line(actor.name, 30),
      event,
      subject.id,
      onBehalf?.ip ?? '',
      Object.keys(about).length > 0 ? line(JSON.stringify(about), 80) : '',
    ])
    const table = toTable(['SEQ', 'AT', 'WHO', 'NAME', 'WHAT', 'ABOUT', 'FROM', 'MORE'], rows)
    return next === null ? table : `${table}\n\nThere are more: --before ${next}`
  },
})
