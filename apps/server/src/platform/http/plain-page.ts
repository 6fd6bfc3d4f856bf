import { directionOf, type Locale } from '@fettle/i18n/locales'
import type { FastifyReply } from 'fastify'
import { escapeHtml } from './escape-html.ts'

/** A standalone page without scripts, for people without an account. */
export interface PlainPage {
  locale: Locale
  title: string
  /** HTML below the title; user text in it is already escaped. */
  body: string
  status?: number
}

const styles = `:root{color-scheme:light dark;--p:#faf8f5;--c:#fff;--t:#241f1b;--m:#5f5852;--l:#e4dfda;--b:#8a817a;--a:#c2410c;--o:#fff;--y:#166534;--n:#b91c1c}
@media(prefers-color-scheme:dark){:root{--p:#171412;--c:#1f1b18;--t:#f1eeea;--m:#b3aca5;--l:#37322d;--b:#8f867e;--a:#f7823b;--o:#1f0f05;--y:#86d7a3;--n:#ff9b8f}}
body{margin:0;min-height:100dvh;display:grid;place-items:center;background:var(--p);color:var(--t);font:1rem/1.55 system-ui,sans-serif}
main{box-sizing:border-box;width:min(30rem,100% - 2rem);margin:1rem 0;padding:2rem 1.75rem;background:var(--c);border:1px solid var(--l);border-radius:14px}
h1{margin:0 0 .5rem;font-size:1.35rem;line-height:1.3;text-wrap:balance}h2{margin:0 0 .75rem;font-size:1.1rem}p{margin:0 0 1.25rem;color:var(--m)}a{color:var(--m)}
button{min-height:2.75rem;padding:0 1.4rem;margin:0 0 1.25rem;border:0;border-radius:10px;background:var(--a);color:var(--o);font:600 1rem/1 system-ui,sans-serif;cursor:pointer}
label{display:block;margin:0 0 .5rem;font-weight:600}input[type=file]{box-sizing:border-box;width:100%;margin:0 0 1.25rem;padding:1.75rem 1rem;border:2px dashed var(--b);border-radius:12px;color:var(--m);font:inherit}
input::file-selector-button{min-height:2.75rem;margin-inline-end:1rem;padding:0 1.1rem;border:1px solid var(--b);border-radius:10px;background:var(--c);color:var(--t);font:600 1rem/1 system-ui,sans-serif;cursor:pointer}
dl{display:grid;grid-template-columns:auto 1fr;gap:.35rem 1rem;margin:0 0 1.25rem}dt{color:var(--m)}dd{margin:0;font-weight:600}.yes{color:var(--y)}.no{color:var(--n)}hr{margin:0 0 1.25rem;border:0;border-top:1px solid var(--l)}
:focus-visible{outline:3px solid var(--a);outline-offset:3px;border-radius:6px}p:last-child,form:last-child>:last-child{margin-bottom:0}`

/** Sends the page, which search engines do not list. Its other headers are those of every response. */
export const sendPlainPage = (reply: FastifyReply, { locale, title, body, status = 200 }: PlainPage): FastifyReply =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('x-robots-tag', 'noindex')
    .send(
      `<!doctype html><html lang="${locale}" dir="${directionOf(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)} · Fettle</title><style>${styles}</style></head><body><main>${body}</main></body></html>`,
    )
