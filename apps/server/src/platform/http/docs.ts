import { describeMessage } from '@fettle/i18n/describe-message'
import { errorCatalogue, type Operation } from '@fettle/protocol'
import { errorMessages } from '@fettle/protocol/core/errors.messages'
import type { FastifyInstance } from 'fastify'
import { groupOf, toOpenApi } from './openapi.ts'

const escape = (text: string) =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c)

/** Serves the OpenAPI document at `<base>/openapi.json` and a readable page at `<base>/docs`. */
export function serveDocs(
  app: FastifyInstance,
  base: string,
  operations: readonly Operation[],
  info: { title: string; version: string; description: string },
): void {
  // Built on the first request, when every module has registered its operations.
  let document: object | undefined
  let page: string | undefined
  app.get(`${base}/openapi.json`, async () => (document ??= toOpenApi(operations, info)))
  app.get(`${base}/docs`, async (_, reply) => {
    page ??= toPage(operations, info, base)
    return reply.type('text/html; charset=utf-8').send(page)
  })
}

function toPage(operations: readonly Operation[], info: { title: string; description: string }, base: string): string {
  const groups = new Map<string, Operation[]>()
  for (const operation of operations) {
    const group = groupOf(operation)
    groups.set(group, [...(groups.get(group) ?? []), operation])
  }
  const sections = [...groups].map(
    ([group, members]) => `<section><h2>${escape(group)}</h2>${members.map(toArticle).join('')}</section>`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(info.title)}</title>
<style>:root{color-scheme:light dark}body{font:16px/1.6 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem}
code{font-size:.95em}article{border-top:1px solid #8884;padding:1rem 0}h3{margin:0;font-size:1rem;overflow-wrap:anywhere}
.m{display:inline-block;min-width:4.5rem;font-weight:700}p{margin:.25rem 0}ul{margin:.25rem 0;padding-left:1.25rem}</style>
<main><h1>${escape(info.title)}</h1><p>${escape(info.description)}</p>
<p>For machines: <a href="${base}/openapi.json">OpenAPI 3.1</a>.</p>${sections.join('')}</main></html>`
}

function toArticle(operation: Operation): string {
  const refusals = operation.errors.map(
    (code) =>
      `<li><code>${errorCatalogue[code].status} ${code}</code> ${escape(describeMessage(errorMessages[code]))}</li>`,
  )
  const who = operation.scope ? `API key with scope ${operation.scope}` : operation.audience
  return `<article id="${operation.name}"><h3><span class="m">${operation.method}</span> <code>${escape(operation.path)}</code></h3>
<p>${escape(operation.summary)}</p><p><small>${escape(operation.name)} · ${escape(who)}</small></p>
${refusals.length > 0 ? `<ul>${refusals.join('')}</ul>` : ''}</article>`
}
