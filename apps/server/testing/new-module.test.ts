import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rootDir } from '../src/platform/config.ts'

// In a tree of its own, which has the files the checks read and links to the code a module uses: other tests walk
// the folder of modules at the same time.

const modulePath = 'apps/server/src/modules/safety-inspections'
let root: string

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'fettle-new-module-'))
  for (const path of ['scripts', '.oxfmtrc.json', 'package.json', 'tsconfig.base.json'])
    cpSync(join(rootDir, path), join(root, path), { recursive: true })
  mkdirSync(join(root, 'apps/server/src/modules'), { recursive: true })
  const linked = ['node_modules', 'docs', 'apps/web', 'apps/server/src/platform', 'apps/server/src/actors.ts']
  for (const path of linked) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    symlinkSync(join(rootDir, path), join(root, path))
  }
  writeFileSync(
    join(root, 'tsconfig.json'),
    JSON.stringify({
      extends: './tsconfig.base.json',
      compilerOptions: {
        composite: false,
        noEmit: true,
        types: ['node'],
        lib: ['ES2023', 'ES2024.String'],
      },
      include: [modulePath, 'apps/server/src/platform/http/server.ts'],
    }),
  )
  expect(await run(process.execPath, 'scripts/new-module.mjs', 'safety-inspection')).toMatchObject({ code: 0 })
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Runs a command in the tree. Answers its exit code and what it printed. */
function run(command: string, ...args: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env: { PATH: process.env['PATH'] ?? '', NO_COLOR: '1' } })
    let output = ''
    child.stdout.on('data', (text: Buffer) => (output += text.toString()))
    child.stderr.on('data', (text: Buffer) => (output += text.toString()))
    child.on('close', (code) => resolve({ code, output }))
  })
}

describe('npm run new:module', () => {
  it('writes what the type checker, the linter and the formatter accept', async () => {
    const [types, lint, format] = await Promise.all([
      run('npx', 'tsc', '-p', 'tsconfig.json'),
      run(process.execPath, 'scripts/lint.mjs', modulePath),
      run('npx', 'oxfmt', '--check', modulePath),
    ])
    expect(types.output).not.toContain('error TS')
    expect(types.code).toBe(0)
    expect(lint.output).toContain('Found 0 warnings and 0 errors.')
    expect(lint.output).toMatch(/on 12 files/)
    expect(format).toMatchObject({ code: 0 })
  })

  it('writes one failing test that says what to write next', async () => {
    const { code, output } = await run('npx', 'vitest', 'run', '--root', root, modulePath)
    expect(code).toBe(1)
    expect(output).toContain('1 failed (1)')
    expect(output).toContain('1. Declare its first operation in packages/protocol/src/safety-inspections/index.ts.')
  })

  it('refuses a name that is not a kebab-case noun, or is taken', async () => {
    for (const [args, sentence] of [
      [[], 'Name one noun in kebab-case'],
      [['SafetyInspection'], 'Name one noun in kebab-case'],
      [['safety-inspection'], 'exists already'],
    ] as const) {
      const { code, output } = await run(process.execPath, 'scripts/new-module.mjs', ...args)
      expect(code).toBe(1)
      expect(output).toContain(sentence)
    }
  })
})
