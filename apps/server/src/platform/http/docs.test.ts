import fastify from 'fastify'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { serveDocs } from './docs.ts'

it('a description that could not be made is made on the next request', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fettle-docs-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const examplesFile = join(folder, 'examples.json')
  const app = fastify()
  serveDocs(app, '/v2', [], { title: 'API', version: '1', description: '', examplesFile })
  expect((await app.inject('/v2/openapi.json')).statusCode).toBe(500)
  writeFileSync(examplesFile, '{}')
  expect((await app.inject('/v2/openapi.json')).statusCode).toBe(200)
  await app.close()
})
