import { errorStatuses } from '@fettle/protocol'
import { chatErrors } from '@fettle/protocol/chat/core/errors'
import { marketplaceEventTypes } from '@fettle/protocol/marketplace/events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inboxEvents } from '../../src/inbox/realtime/socket-registry.ts'
import { workflowIds } from '../../src/modules/notifications/catalogue.ts'
import { environmentKeys, rootDir } from '../../src/platform/config.ts'
import { frameTypes } from '../docs/chat-docs.ts'
import type { TestApp } from '../app/test-app.ts'

/** Names that partners and operators rely on, by the file they are compared with: one per line, sorted. */
export async function describePublicInterface(testApp: TestApp): Promise<Record<string, string[]>> {
  const documents = await Promise.all(
    ['/v2/openapi.json', '/chat/v1/openapi.json'].map(
      async (path) => (await (await fetch(testApp.url + path)).json()) as OpenApiDocument,
    ),
  )
  const operations = documents.flatMap(operationsOf)
  const lists = {
    'operations.txt': operations,
    'routes.txt': otherRoutes(routesOf(testApp.app.http.printRoutes({ commonPrefix: false })), operations),
    'events.txt': [
      ...marketplaceEventTypes.map((type) => `webhook ${type}`),
      ...frameTypes().map(({ kind, type }) => `chat ${kind} ${type}`),
      ...inboxEvents.map((name) => `inbox event ${name}`),
      ...workflowIds.map((id) => `inbox workflow ${id}`),
    ],
    'error-codes.txt': [
      ...Object.entries(errorStatuses).map(([code, status]) => `api ${status} ${code}`),
      ...Object.entries(chatErrors).map(([name, { statusCode, code }]) => `chat ${statusCode} ${code} ${name}`),
    ],
    'environment-variables.txt': [...environmentKeys],
    'flows.txt': await flowsOf(join(rootDir, 'packages/protocol/src')),
  }
  return Object.fromEntries(Object.entries(lists).map(([file, lines]) => [file, [...new Set(lines)].sort()]))
}

interface OpenApiDocument {
  servers?: { url: string }[]
  paths: Record<string, Record<string, { operationId: string }>>
}

const operationsOf = ({ paths }: OpenApiDocument): string[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${path} ${method.toUpperCase()} ${operationId}`),
  )

/** Routes that are no operation, and operations that no route serves. Parameters count whatever they are called. */
function otherRoutes(routes: readonly string[], operations: readonly string[]): string[] {
  const keyOf = (route: string) => route.replaceAll(/\{\w+\}|:[\w:|]+/g, ':')
  const described = operations.map((operation) => operation.replace(/ \S+$/, ''))
  const [describedKeys, servedKeys] = [described, routes].map((all) => new Set(all.map(keyOf)))
  return [
    ...routes.filter((route) => !describedKeys?.has(keyOf(route))),
    ...described
      .filter((operation) => !servedKeys?.has(keyOf(operation)))
      .map((operation) => `${operation} not served`),
  ]
}

/** Parses Fastify's route tree to whole paths, each with one method: `/v2/bookings GET`. */
function routesOf(tree: string): string[] {
  const parents: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', segment = '', methods = ''] = /^([│ ]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
    if (!segment) return []
    const depth = indent.length / 4
    const path = (parents[depth - 1] ?? '') + segment
    parents.splice(depth, Infinity, path)
    if (!methods) return []
    const served = methods.includes('TRACE')
      ? ['any method']
      : methods.split(', ').filter((method) => method !== 'HEAD')
    return served.map((method) => `${path} ${method}`)
  })
}

interface Row {
  from: readonly string[]
  by: readonly string[]
  to?: string
}

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && 'from' in value && 'by' in value && Array.isArray(value.from)

/** States and actions of every flow the protocol declares, found by their shape. */
async function flowsOf(folder: string): Promise<string[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  const modules = await Promise.all(
    files.map(async (file) => (await import(pathToFileURL(join(folder, file)).href)) as Record<string, unknown>),
  )
  return modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) => linesOf(name.replace(/(?:Flow|Updates)$/, ''), value)),
  )
}

function linesOf(name: string, value: unknown): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  if ('states' in value && 'initial' in value && 'transitions' in value) {
    const { states, initial, transitions } = value as { states: string[]; initial: string[]; transitions: object }
    return [
      ...states.map((state) => `${name} state ${state}${initial.includes(state) ? ' (initial)' : ''}`),
      ...linesOf(name, transitions),
    ]
  }
  const rows = Object.entries(value)
  if (rows.length === 0 || !rows.every(([, row]) => isRow(row))) return []
  return (rows as [string, Row][]).map(
    ([action, { from, to, by }]) =>
      `${name} action ${action}: ${from.join(', ')} → ${to ?? 'unchanged'}, by ${by.join(', ')}`,
  )
}
