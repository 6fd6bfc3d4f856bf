import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { environmentKeys, loadConfig, rootDir } from '../../src/platform/config.ts'

interface ComposeService {
  image: string
  environment?: Record<string, string>
  env_file?: string[]
  depends_on?: string[] | Record<string, unknown>
  read_only?: boolean
  volumes?: string[]
}
interface ComposeFile {
  services: Record<string, ComposeService>
  volumes: Record<string, unknown>
}

const read = (name: string) => readFileSync(join(rootDir, 'deploy', name), 'utf8')
const text = read('compose.yaml')
const { services, volumes } = parse(text, { merge: true }) as ComposeFile
const example = parseEnv(read('.env.example')) as Record<string, string>
const caddyfile = read('Caddyfile')

const filled: Record<string, string> = {
  ...example,
  FETTLE_SECRET: 'a-secret-of-more-than-thirty-two-characters',
  DATABASE_PASSWORD: 'password',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
}
const substitute = (value: string) => value.replace(/\$\{(\w+)[^}]*\}/g, (_, name: string) => filled[name] ?? '')
const processes = Object.entries(services).filter(([, { environment }]) => environment?.['FETTLE_ROLES'])
const rolesOf = (name: string) => services[name]?.environment?.['FETTLE_ROLES']?.split(',') ?? []

describe('compose.yaml', () => {
  it('runs two processes of each role, and one inbox', () => {
    const count = (role: string) => processes.filter(([name]) => rolesOf(name).includes(role)).length
    expect(['web', 'api', 'chat', 'inbox', 'worker'].map((role) => [role, count(role)])).toEqual([
      ['web', 2],
      ['api', 2],
      ['chat', 2],
      ['inbox', 1],
      ['worker', 2],
    ])
  })

  it.each(processes)('%s has settings that the server accepts, and a read-only root file system', (_, service) => {
    const environment = Object.fromEntries(
      Object.entries(service.environment ?? {}).map(([key, value]) => [key, substitute(value)]),
    )
    expect(Object.keys(environment).filter((key) => !environmentKeys.includes(key))).toEqual([])
    expect(loadConfig({ ...filled, ...environment, NODE_ENV: 'production' }).roles.length).toBeGreaterThan(0)
    expect(service.read_only).toBe(true)
  })

  it.each(processes)('%s gets every setting of .env, and its own in place of them', (_, service) => {
    expect(service.env_file).toEqual(['.env'])
    const own = ['PUBLIC_URL', 'DATABASE_URL', 'REDIS_URL', 'CHAT_URL', 'FETTLE_ROLES', 'SHUTDOWN_DELAY_SECONDS']
    expect(Object.keys(service.environment ?? {})).toEqual(expect.arrayContaining(own))
  })

  it('reads the variables of .env.example, whose others are settings of the server', () => {
    const used = [...text.matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name = '']) => name)
    expect(used.filter((name) => !(name in example))).toEqual([])
    expect(Object.keys(example).filter((name) => !used.includes(name) && !environmentKeys.includes(name))).toEqual([])
  })

  it('names services and volumes that exist', () => {
    for (const { depends_on: needed = [], volumes: mounted = [] } of Object.values(services)) {
      const names = Array.isArray(needed) ? needed : Object.keys(needed)
      expect(names.filter((name) => !(name in services))).toEqual([])
      const named = mounted.map((mount) => mount.split(':')[0] ?? '').filter((source) => !source.startsWith('.'))
      expect(named.filter((name) => !(name in volumes))).toEqual([])
    }
  })
})

describe('Caddyfile', () => {
  it('sends each address to every process with its role', () => {
    const upstreams = [...caddyfile.matchAll(/handle (?:(\S+) )?\{\n\s*reverse_proxy (.*) \{/g)].map(
      ([, path = '', names = '']) => [path, names.split(' ').map((name) => name.replace(':4310', ''))] as const,
    )
    const having = (role: string) => processes.map(([name]) => name).filter((name) => rolesOf(name).includes(role))
    expect(upstreams).toEqual([
      ['/chat/v1/polling*', having('chat')],
      ['/chat/*', having('chat')],
      ['@inbox', having('inbox')],
      ['', having('api')],
    ])
  })

  it('is accepted by Caddy', ({ skip }) => {
    const isInstalled = spawnSync('caddy', ['version']).status === 0
    if (!isInstalled) skip('caddy is not installed')
    const { status, stderr } = spawnSync(
      'caddy',
      ['validate', '--adapter', 'caddyfile', '--config', join(rootDir, 'deploy/Caddyfile')],
      { env: { ...process.env, DOMAIN: 'desk.example.com' }, encoding: 'utf8' },
    )
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' })
  })
})
