import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rootDir } from '../src/platform/config.ts'

// In a folder without a build.
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fettle-scripts-'))
  cpSync(join(rootDir, 'scripts'), join(folder, 'scripts'), { recursive: true })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a script and answers its exit code and the lines it printed. */
function run(script: string, ...args: string[]): Promise<{ code: number | null; lines: string[] }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(folder, 'scripts', script), ...args])
    let output = ''
    child.stdout.on('data', (text: Buffer) => (output += text.toString()))
    child.stderr.on('data', (text: Buffer) => (output += text.toString()))
    child.on('close', (code) => resolve({ code, lines: output.trim().split('\n') }))
  })
}

describe('a script', () => {
  it.each([
    ['faults.mjs', ['process', '--nope'], "Unknown option '--nope'."],
    ['faults.mjs', ['process', '--kills'], "Option '--kills <value>' argument missing."],
    ['faults.mjs', ['process', '--kills', 'many'], "Option '--kills' takes a whole number, not 'many'."],
    ['fuzz.mjs', ['--nope'], "Unknown option '--nope'."],
    ['fuzz.mjs', ['--requests', '-5'], "Option '--requests' argument is ambiguous."],
    ['fuzz.mjs', ['--seed', '1.5'], "Option '--seed' takes a whole number, not '1.5'."],
    ['test.mjs', ['process'], "Unexpected argument 'process'."],
    ['test-image.mjs', ['--port', 'http'], "Option '--port' takes a whole number, not 'http'."],
  ])('says what is wrong with its options and how it is used: %s %j', async (script, args, problem) => {
    const { code, lines } = await run(script, ...args)
    expect(code).toBe(1)
    expect(lines[0]).toBe(problem)
    expect(lines[1]).toMatch(/^Usage: npm (run|test) /)
  })

  it.each([
    ['budget.mjs', [], 'There is no build of the web app. Run "npm run build" first.'],
    ['error-coverage.mjs', ['/nowhere/refusals.txt'], 'Cannot read the recorded errors: /nowhere/refusals.txt.'],
    ['error-coverage.mjs', [], 'Name the file with the recorded errors.'],
    ['python-client.mjs', ['nowhere'], 'Cannot read the OpenAPI document at nowhere: ERR_INVALID_URL.'],
    ['python-client.mjs', ['data:,{}'], 'Cannot read the OpenAPI document at data:,{}: it has no paths.'],
  ])('says in one line what it lacks: %s %j', async (script, args, problem) => {
    expect(await run(script, ...args)).toEqual({ code: 1, lines: [problem] })
  })
})
