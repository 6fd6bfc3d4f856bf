import { parseArgs } from 'node:util'
import { marketplaceScopes } from '@fettle/protocol'
import type { StoredKey } from '../modules/marketplace/index.ts'
import { runAudited } from './audit.ts'
import { toTable } from './table.ts'
import { UsageError } from './usage.ts'
import type { DatabaseDeps } from './with-database.ts'
import { actionsOf, parseMoment, time } from './arguments.ts'

/** Loaded when a command needs it: it imports most of the server, and every command loads this file. */
const marketplace = () => import('../modules/marketplace/index.ts')

export const KEYS_HELP = `Keys of the marketplace API

  keys create --name NAME --scopes A,B
              [--allow ADDRESS] [--expires DATE] [--test]
      Create a key. Its secret is shown once.
      --scopes   allowed calls: ${marketplaceScopes.slice(0, 4).join(', ')},
                 ${marketplaceScopes.slice(4, 8).join(', ')},
                 ${marketplaceScopes.slice(8).join(', ')}; or all
      --allow    an allowed address, or a network such as 203.0.113.0/24.
                 Repeat for several
      --expires  a date such as 2027-01-31, or a number of days such as 90d
      --test     a mk_test_ key instead of a mk_live_ one
  keys list [--all]
      List valid keys; with --all also revoked and expired ones.
  keys rotate KEY [--now]
      Create a new secret for a key, given by id, prefix or name. The old secret
      stays valid for 24 hours; with --now it ends at once.
  keys revoke KEY
      Revoke a key at once.`

async function create(deps: DatabaseDeps, args: string[]): Promise<string> {
  const { values } = parseArgs({
    args,
    options: {
      name: { type: 'string' },
      scopes: { type: 'string' },
      allow: { type: 'string', multiple: true, default: [] },
      expires: { type: 'string' },
      test: { type: 'boolean', default: false },
    },
  })
  if (!values.name) throw new UsageError('Missing the name of the key: --name "Booking site".')
  if (!values.scopes)
    throw new UsageError('Missing the scopes of the key: --scopes bookings,customers, or --scopes all.')
  const draft = {
    name: values.name,
    scopes: values.scopes === 'all' ? marketplaceScopes : parts(values.scopes),
    live: !values.test,
    ipAllowlist: values.allow.flatMap(parts),
    expiresAt: values.expires === undefined ? null : parseMoment('--expires', values.expires, deps.clock.now()),
  }
  const { createApiKey } = await marketplace()
  const make = () => createApiKey(deps, deps.db, draft)
  const { key, stored } = await runAudited(deps, 'api_key.created', make, ({ stored: createdKey }) =>
    aboutKey(createdKey),
  )
  return `${key}\n\nKeep it now: it is not shown again.\n${toTable(headings, [toRow(stored, deps.clock.now())])}`
}

async function list({ db, clock }: DatabaseDeps, args: string[]): Promise<string> {
  const { values } = parseArgs({ args, options: { all: { type: 'boolean', default: false } } })
  const now = clock.now()
  const { listApiKeys } = await marketplace()
  const allKeys = await listApiKeys(db)
  const shownKeys = allKeys.filter((key) => values.all || stateOf(key, now) !== 'ended')
  if (shownKeys.length === 0) {
    const reason =
      allKeys.length === 0 ? 'There are no keys yet.' : 'No key is valid; --all lists revoked and expired ones too.'
    return `${reason} Create one with: keys create --name … --scopes …`
  }
  return toTable(
    headings,
    shownKeys.map((key) => toRow(key, now)),
  )
}

async function rotate(deps: DatabaseDeps, args: string[]): Promise<string> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { now: { type: 'boolean', default: false } },
  })
  const { rotateApiKey } = await marketplace()
  const replace = () => rotateApiKey(deps, soleArgument(positionals), values.now ? { overlap: 0 } : {})
  const { key, stored } = await runAudited(deps, 'api_key.rotated', replace, ({ stored: createdKey }) =>
    aboutKey(createdKey),
  )
  const until = values.now
    ? 'The old secret is no longer valid.'
    : `The old secret is valid until ${time(stored.previousUntil)}.`
  return `${key}\n\nKeep it now: it is not shown again. ${until}`
}

async function revoke(deps: DatabaseDeps, args: string[]): Promise<string> {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  const { revokeApiKey } = await marketplace()
  const { id, name } = await runAudited(
    deps,
    'api_key.revoked',
    () => revokeApiKey(deps, soleArgument(positionals)),
    (revoked) => aboutKey(revoked),
  )
  return `${name} (${id}) is revoked.`
}

const aboutKey = ({ id, name, prefix, scopes }: StoredKey) => ({
  subject: { type: 'api_key', id },
  data: { name, prefix, scopes },
})

function soleArgument([key, more]: string[]): string {
  if (!key || more !== undefined) throw new UsageError('Missing the key: give its id, prefix or name.')
  return key
}

const parts = (list: string) =>
  list
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

const headings = ['ID', 'NAME', 'KEY', 'SCOPES', 'FROM', 'LAST USED', 'STATE']

const stateOf = ({ revokedAt, expiresAt }: StoredKey, now: Date): 'valid' | 'ended' =>
  revokedAt || (expiresAt && expiresAt <= now) ? 'ended' : 'valid'

function toRow(key: StoredKey, now: Date): string[] {
  const state = key.revokedAt
    ? `revoked ${time(key.revokedAt)}`
    : key.expiresAt
      ? `${key.expiresAt <= now ? 'expired' : 'until'} ${time(key.expiresAt)}`
      : 'valid'
  const rotated = key.previousUntil && key.previousUntil > now ? `, old secret until ${time(key.previousUntil)}` : ''
  return [
    key.id,
    key.name,
    `${key.prefix}…`,
    key.scopes.length === marketplaceScopes.length ? 'all' : key.scopes.join(',') || 'none',
    key.ipAllowlist.join(',') || 'anywhere',
    key.lastUsedAt ? time(key.lastUsedAt) : 'never',
    key.revokedAt ? state : state + rotated,
  ]
}

export const keys = actionsOf<DatabaseDeps>('keys', { create, list, rotate, revoke })
