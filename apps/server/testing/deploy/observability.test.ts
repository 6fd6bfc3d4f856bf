import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { rootDir } from '../../src/platform/config.ts'

const folder = join(rootDir, 'deploy/observability')

const hasPromtool = spawnSync('promtool', ['--version']).status === 0

const runPromtool = (args: string[]) => spawnSync('promtool', args, { cwd: folder, encoding: 'utf8' })

describe.skipIf(!hasPromtool)('promtool, where it is installed,', () => {
  it.each([
    ['check', 'rules', 'alerts.yml'],
    ['test', 'rules', 'alerts.test.yml'],
  ])('accepts the alert rules: %s %s %s', (...args) => {
    const { status, stderr } = runPromtool(args)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })

  it('parses the query of every panel of the dashboard', () => {
    const { panels } = JSON.parse(readFileSync(join(folder, 'dashboard.json'), 'utf8')) as {
      panels: { title: string; targets: { expr: string }[] }[]
    }
    const rules = panels.flatMap(({ targets }, panel) =>
      targets.map(({ expr }, index) => ({
        record: `panel_${panel}_${index}`,
        expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*'),
      })),
    )
    expect(panels.filter(({ targets }) => targets.length === 0)).toEqual([])
    const file = join(mkdtempSync(join(tmpdir(), 'fettle-panels-')), 'panels.yml')
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules }] }))
    const { status, stderr } = runPromtool(['check', 'rules', file])
    rmSync(dirname(file), { recursive: true })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })
})
