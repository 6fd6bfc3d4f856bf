// `npm run new:module <noun> [plural]`: creates the files of a server module, with one failing test that names the next
// step.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

const [noun = '', plural = `${noun}s`] = process.argv.slice(2)
const kebabCase = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
if (!kebabCase.test(noun) || !kebabCase.test(plural) || noun === plural) {
  console.error('Name one noun in kebab-case, and its plural if it is irregular: npm run new:module tool-rental')
  process.exit(1)
}

const modulePath = `apps/server/src/modules/${plural}`
if (existsSync(join(root, modulePath))) {
  console.error(`${modulePath} exists already. Add to it, or choose another noun.`)
  process.exit(1)
}

const pascal = (name) => name.replaceAll(/(?:^|-)(.)/g, (_, letter) => letter.toUpperCase())
const camel = (name) => pascal(name).replace(/^./, (letter) => letter.toLowerCase())
const snake = (name) => name.replaceAll('-', '_')

const [Type, Types, one] = [pascal(noun), pascal(plural), camel(noun)]
const thing = noun.replaceAll('-', ' ')
const article = /^[aeiou]/.test(noun) ? 'an' : 'a'
const protocolPath = `packages/protocol/src/${plural}/index.ts`

const files = {
  [`${noun}.types.ts`]: `import type { Deps } from '../../platform/deps.ts'

/** What the functions of this module need. */
export type ${Type}Deps = Pick<Deps, 'db' | 'clock' | 'ids' | 'jobs' | 'signal'>

/** The states of the flow, once the protocol declares it. */
export type ${Type}Status = 'OPEN' | 'CLOSED'

/** ${article === 'an' ? 'An' : 'A'} ${thing} as it is stored. */
export interface ${Type} {
  id: string
  providerId: string
  status: ${Type}Status
  version: number
  createdAt: Date
  updatedAt: Date
}
`,
  [`${noun}.rules.ts`]: `import { AppError } from '../../platform/errors.ts'
import type { ${Type} } from './${noun}.types.ts'

/** Closes an open ${thing}. Throws INVALID_TRANSITION for any other. */
export function close(before: ${Type}, now: Date): ${Type} {
  if (before.status !== 'OPEN') {
    throw new AppError('INVALID_TRANSITION', { from: before.status, thing: '${thing}', verb: 'closed' })
  }
  return { ...before, status: 'CLOSED', version: before.version + 1, updatedAt: now }
}
`,
  [`${noun}.access.ts`]: `import type { Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { ${Type} } from './${noun}.types.ts'
import * as store from './${plural}.store.ts'

/** Loads the provider's ${thing} and locks it for update. Throws NOT_FOUND if it does not exist or belongs to someone else. */
export async function lockOwn${Type}(tx: Tx, providerId: string, id: string): Promise<${Type}> {
  const ${one} = await store.lock(tx, id)
  if (${one}?.providerId !== providerId) throw new AppError('NOT_FOUND', { thing: '${thing}' })
  return ${one}
}
`,
  [`${noun}.effects.ts`]: `import { appendEvent, type ActorRef } from '../../platform/db/domain-events.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { ${Type}, ${Type}Deps } from './${noun}.types.ts'

/** Records a transition as a domain event. Notifications and system messages that follow one belong here too. */
export async function record${Type}Event(
  deps: ${Type}Deps,
  tx: Tx,
  { id, version, status, providerId }: ${Type},
  { type, actor }: { type: string; actor: ActorRef },
): Promise<void> {
  await appendEvent(tx, deps, { subject: { type: '${snake(noun)}', id, version, status }, type, actor, providerId })
}
`,
  [`${noun}.timers.ts`]: `import type { Tx } from '../../platform/db/db.ts'
import type { ${Type}, ${Type}Deps } from './${noun}.types.ts'

const EXPIRE_JOB = '${plural}.expire-${noun}'
const EXPIRE_AFTER_MS = 7 * 24 * 60 * 60 * 1000

/** Schedules the deadline of an open ${thing}; cancels that of any other. */
export async function set${Type}Timers({ jobs }: ${Type}Deps, tx: Tx, { id, status, createdAt }: ${Type}): Promise<void> {
  const key = \`\${EXPIRE_JOB}:\${id}\`
  if (status !== 'OPEN') return jobs.cancel(tx, key)
  await jobs.add(tx, EXPIRE_JOB, { id }, { key, runAt: new Date(createdAt.getTime() + EXPIRE_AFTER_MS) })
}
`,
  [`${noun}.workflow.ts`]: `import type { ActorRef } from '../../platform/db/domain-events.ts'
import type { Tx } from '../../platform/db/db.ts'
import { record${Type}Event } from './${noun}.effects.ts'
import { set${Type}Timers } from './${noun}.timers.ts'
import type { ${Type}, ${Type}Deps } from './${noun}.types.ts'
import * as store from './${plural}.store.ts'

/** Saves a transition with its event and its timers. The row is locked by the caller. */
export async function commit${Type}Transition(
  deps: ${Type}Deps,
  tx: Tx,
  { after, ...event }: { after: ${Type}; type: string; actor: ActorRef },
): Promise<void> {
  await store.save(tx, after)
  await record${Type}Event(deps, tx, after, event)
  await set${Type}Timers(deps, tx, after)
}
`,
  [`${noun}.view.ts`]: `import type { ${Type} } from './${noun}.types.ts'

/** What the provider sees. Its type comes from the protocol once that declares it. */
export const to${Type}View = ({ id, status, version, createdAt }: ${Type}) => ({
  id,
  status,
  version,
  createdAt: createdAt.toISOString(),
})
`,
  [`${plural}.store.ts`]: `import { sql, type Queryable, type Tx } from '../../platform/db/db.ts'
import type { ${Type} } from './${noun}.types.ts'

const columns = sql\`id, provider_id as "providerId", status, version, created_at as "createdAt", updated_at as "updatedAt"\`

export const find = (db: Queryable, id: string) =>
  db.maybeOne<${Type}>(sql\`select \${columns} from ${snake(plural)} where id = \${id}\`)

export const lock = (tx: Tx, id: string) =>
  tx.maybeOne<${Type}>(sql\`select \${columns} from ${snake(plural)} where id = \${id} for update\`)

export async function save(tx: Tx, { id, status, version, updatedAt }: ${Type}): Promise<void> {
  await tx.execute(sql\`
    update ${snake(plural)} set status = \${status}, version = \${version}, updated_at = \${updatedAt} where id = \${id}\`)
}
`,
  [`${plural}.service.ts`]: `import type { ProviderActor } from '../../actors.ts'
import { AppError } from '../../platform/errors.ts'
import { lockOwn${Type} } from './${noun}.access.ts'
import * as rules from './${noun}.rules.ts'
import type { ${Type}Deps } from './${noun}.types.ts'
import { to${Type}View } from './${noun}.view.ts'
import { commit${Type}Transition } from './${noun}.workflow.ts'
import * as store from './${plural}.store.ts'

export async function get${Type}({ db }: Pick<${Type}Deps, 'db'>, providerId: string, id: string) {
  const ${one} = await store.find(db, id)
  if (${one}?.providerId !== providerId) throw new AppError('NOT_FOUND', { thing: '${thing}' })
  return to${Type}View(${one})
}

export function close${Type}(deps: ${Type}Deps, { id: providerId, name }: ProviderActor, id: string) {
  return deps.db.transaction(async (tx) => {
    const before = await lockOwn${Type}(tx, providerId, id)
    const after = rules.close(before, deps.clock.now())
    const actor = { type: 'PROVIDER' as const, id: providerId, name }
    await commit${Type}Transition(deps, tx, { after, type: '${snake(noun)}.closed', actor })
    return to${Type}View(after)
  })
}
`,
  [`${plural}.routes.ts`]: `import type { Routers } from '../../actors.ts'
import type { ${Type}Deps } from './${noun}.types.ts'

/**
 * Binds the operations of ${protocolPath} to the service:
 * \`provider.serve(protocol.get${Type}, ({ actor, params }) => service.get${Type}(deps, actor.id, params.id))\`
 */
export function serve${Types}(_deps: ${Type}Deps, _routers: Pick<Routers, 'provider'>): void {
  // No operation is declared yet.
}
`,
  [`${plural}.test.ts`]: `import { describe, expect, it } from 'vitest'

describe('${article} ${thing}', () => {
  it('does what its first operation promises', () => {
    expect.fail(
      [
        'Write the module ${plural} from the outside in:',
        '1. Declare its first operation in ${protocolPath}.',
        '2. Create the table ${snake(plural)} in a migration.',
        '3. Serve the operation in ${plural}.routes.ts, and call register${Types} in apps/server/src/app.ts.',
        '4. Replace this test: start a test app, call the operation and expect its answer.',
        'docs/how-to/add-a-module.md describes each step.',
      ].join('\\n'),
    )
  })
})
`,
  'index.ts': `import type { Routers } from '../../actors.ts'
import type { ${Type}Deps } from './${noun}.types.ts'
import { serve${Types} } from './${plural}.routes.ts'

export function register${Types}(deps: ${Type}Deps, routers: Pick<Routers, 'provider'>): void {
  serve${Types}(deps, routers)
}
`,
}

mkdirSync(join(root, modulePath))
for (const [name, content] of Object.entries(files)) writeFileSync(join(root, modulePath, name), content)
// Line breaks depend on the length of the noun.
spawnSync('npx', ['oxfmt', modulePath], { cwd: root })
console.log(`Wrote ${Object.keys(files).length} files to ${modulePath}. Next: npx vitest run ${modulePath}`)
