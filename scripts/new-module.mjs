// `npm run new:module <noun> [plural]`: creates the files of a server module, with one failing test that names the next
// step.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fail } from './read-options.mjs'

const root = dirname(import.meta.dirname)

const [noun = '', plural = `${noun}s`] = process.argv.slice(2)
const kebabCase = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
if (!kebabCase.test(noun) || !kebabCase.test(plural) || noun === plural) {
  fail('Name one noun in kebab-case, and its plural if it is irregular: npm run new:module tool-rental')
}

const modulePath = `apps/server/src/modules/${plural}`
if (existsSync(join(root, modulePath))) {
  fail(`${modulePath} exists already. Add to it, or choose another noun.`)
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
export type ${Type}Status = 'OPEN' | 'CLOSED' | 'EXPIRED'

/** ${article === 'an' ? 'An' : 'A'} ${thing} as it is stored. */
export interface ${Type} {
  id: string
  providerId: string
  status: ${Type}Status
  /** The last transition and its author. */
  lastAction: string | null
  lastActionBy: string | null
  /** Timers that fired: \`kind@due\`. */
  firedTimers: readonly string[]
  version: number
  createdAt: Date
  updatedAt: Date
}

/** Everything a decision depends on besides the ${thing}. */
export interface ${Type}DecisionContext {
  role: 'PROVIDER' | 'SYSTEM'
  now: Date
}
`,
  [`${noun}.rules.ts`]: `import { flow } from '@fettle/protocol'
import { defineRules, type Guard } from '../../platform/workflow/rules.ts'
import type { ${Type}, ${Type}DecisionContext } from './${noun}.types.ts'

/** The life cycle. It moves to ${protocolPath}, so that partners and screens know it. */
export const ${one}Flow = flow(['OPEN', 'CLOSED', 'EXPIRED'], ['OPEN'], {
  close: { from: ['OPEN'], to: 'CLOSED', by: ['PROVIDER'] },
  expire: { from: ['OPEN'], to: 'EXPIRED', by: ['SYSTEM'] },
})
export type ${Type}Action = keyof typeof ${one}Flow.transitions

/** What the table does not say, such as \`close: ({ createdAt }, { now }) => (now > createdAt ? undefined : 'INVALID_TRANSITION')\`. */
const guards: { readonly [A in ${Type}Action]?: Guard<${Type}, ${Type}DecisionContext> } = {}

export const { allowedActions, transition } = defineRules({
  subject: '${thing}',
  flow: ${one}Flow,
  updates: {},
  guards,
  verbs: { close: 'closed', expire: 'expired' },
})
`,
  [`${noun}.access.ts`]: `import { assertOwn, type ActingProvider, type ActingSystem } from '../../platform/acting-party.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import type { ${Type} } from './${noun}.types.ts'
import * as store from './${plural}.store.ts'

type ${Type}Party = ActingProvider | ActingSystem

/** Loads the caller's ${thing}. Throws NOT_FOUND if it does not exist or belongs to someone else. */
export const getOwn${Type} = async (db: Queryable, party: ${Type}Party, id: string): Promise<${Type}> =>
  assertOwn('${thing}', await store.find(db, id), party)

/** Loads the caller's ${thing} and locks it for update. Throws NOT_FOUND if it does not exist or belongs to someone else. */
export const lockOwn${Type} = async (tx: Tx, party: ${Type}Party, id: string): Promise<${Type}> =>
  assertOwn('${thing}', await store.lock(tx, id), party)
`,
  [`${noun}.effects.ts`]: `import type { WorkflowEvent } from '../../platform/workflow/workflow.ts'

/** What follows a transition: its event, and the notification and system message that belong here too. */
export type ${Type}Effects = WorkflowEvent
`,
  [`${noun}.timers.ts`]: `import { defineTimers, type Timer } from '../../platform/workflow/timers.ts'
import type { ${Type} } from './${noun}.types.ts'

const EXPIRE_AFTER_MS = 7 * 24 * 60 * 60 * 1000

/** The deadline of an open ${thing}. */
const timersOf = ({ status, createdAt }: ${Type}): Timer<'expire'>[] =>
  status === 'OPEN' ? [{ kind: 'expire', dueAt: new Date(createdAt.getTime() + EXPIRE_AFTER_MS) }] : []

export const ${one}Timers = defineTimers('${plural}', timersOf)
`,
  [`${noun}.workflow.ts`]: `import type { ActingProvider } from '../../platform/acting-party.ts'
import { defineWorkflow } from '../../platform/workflow/workflow.ts'
import { lockOwn${Type} } from './${noun}.access.ts'
import type { ${Type}Effects } from './${noun}.effects.ts'
import { ${one}Flow, type ${Type}Action } from './${noun}.rules.ts'
import { ${one}Timers } from './${noun}.timers.ts'
import type { ${Type}, ${Type}DecisionContext, ${Type}Deps } from './${noun}.types.ts'
import { to${Type}View } from './${noun}.view.ts'
import * as store from './${plural}.store.ts'

interface ${Type}WorkflowTypes {
  deps: ${Type}Deps
  party: ActingProvider
  record: ${Type}
  context: ${Type}DecisionContext
  effects: ${Type}Effects
  action: ${Type}Action
  view: ReturnType<typeof to${Type}View>
}

/** The transitions of ${article} ${thing}. docs/how-to/add-a-state.md explains every part. */
export const ${one}Workflow = defineWorkflow<${Type}WorkflowTypes>({
  subject: '${snake(noun)}',
  flow: ${one}Flow,
  lock: lockOwn${Type},
  context: ({ clock }, _tx, _record, { role }) => ({ role, now: clock.now() }),
  save: (tx, _before, after) => store.save(tx, after),
  timers: ${one}Timers,
  view: async (_deps, _db, ${one}) => to${Type}View(${one}),
})
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

const columns = sql\`
  id, provider_id as "providerId", status, last_action as "lastAction", last_action_by as "lastActionBy",
  fired_timers as "firedTimers", version, created_at as "createdAt", updated_at as "updatedAt"\`

export const find = (db: Queryable, id: string) =>
  db.maybeOne<${Type}>(sql\`select \${columns} from ${snake(plural)} where id = \${id}\`)

export const lock = (tx: Tx, id: string) =>
  tx.maybeOne<${Type}>(sql\`select \${columns} from ${snake(plural)} where id = \${id} for update\`)

export async function save(tx: Tx, ${one}: ${Type}): Promise<void> {
  await tx.execute(sql\`
    update ${snake(plural)} set status = \${${one}.status}, last_action = \${${one}.lastAction},
      last_action_by = \${${one}.lastActionBy}, fired_timers = \${[...${one}.firedTimers]},
      version = \${${one}.version}, updated_at = \${${one}.updatedAt}
    where id = \${${one}.id}\`)
}
`,
  [`${plural}.service.ts`]: `import type { ActingProvider } from '../../platform/acting-party.ts'
import { getOwn${Type} } from './${noun}.access.ts'
import * as rules from './${noun}.rules.ts'
import { ${one}Timers } from './${noun}.timers.ts'
import type { ${Type}Deps } from './${noun}.types.ts'
import { to${Type}View } from './${noun}.view.ts'
import { ${one}Workflow } from './${noun}.workflow.ts'

export const get${Type} = async ({ db }: Pick<${Type}Deps, 'db'>, provider: ActingProvider, id: string) =>
  to${Type}View(await getOwn${Type}(db, provider, id))

export const close${Type} = (deps: ${Type}Deps, provider: ActingProvider, id: string) =>
  ${one}Workflow.runForView(deps, provider, id, {
    action: 'close',
    decide: (before, context) => rules.transition(before, 'close', context),
    describeEffects: () => ({ event: '${snake(noun)}.closed' }),
  })

export function handleTimers(deps: ${Type}Deps): void {
  ${one}Timers.handle(deps, (id, kind) =>
    ${one}Workflow.fireTimer(deps, id, kind, {
      action: 'expire',
      decide: (before, context) => rules.transition(before, 'expire', context),
      describeEffects: () => ({ event: '${snake(noun)}.expired' }),
    }),
  )
}
`,
  [`${plural}.routes.ts`]: `import type { Routers } from '../../actors.ts'
import type { ${Type}Deps } from './${noun}.types.ts'

/**
 * Binds the operations of ${protocolPath} to the service:
 * \`provider.serve(protocol.get${Type}, ({ actor, params }) => service.get${Type}(deps, asProvider(actor), params.id))\`
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
        '3. Serve the operation in ${plural}.routes.ts, and call register${Types} in apps/server/src/register-modules.ts.',
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
import { handleTimers } from './${plural}.service.ts'

export function register${Types}(deps: ${Type}Deps, routers: Pick<Routers, 'provider'>): void {
  handleTimers(deps)
  serve${Types}(deps, routers)
}
`,
}

mkdirSync(join(root, modulePath))
for (const [name, content] of Object.entries(files)) writeFileSync(join(root, modulePath, name), content)
// Line breaks depend on the length of the noun.
spawnSync('npx', ['oxfmt', modulePath], { cwd: root })
console.log(`Wrote ${Object.keys(files).length} files to ${modulePath}. Next: npx vitest run ${modulePath}`)
