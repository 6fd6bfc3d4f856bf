import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { rootDir } from '../config.ts'

/** Files that request addresses by other means, each of the operator's choosing. */
const operatorAddresses: Readonly<Record<string, string>> = {
  'cli/api.ts': 'FETTLE_URL, from a shell',
  'customer-app.ts': 'the example beside a demo, on this machine',
  'modules/auth/google/google.demo.ts': 'this server, in a demo',
  'modules/channels/chat-transport.ts': 'CHAT_URL',
  'platform/files/s3.ts': 'S3_ENDPOINT',
  'platform/http/openapi.ts': 'none: it writes samples of code',
  'platform/mail/transports.ts': 'SMTP_URL and SMS_URL',
  'platform/safe-fetch/safe-fetch.ts': 'addresses of others, checked',
  'platform/uploads/scanner.ts': 'CLAMD_URL',
}
const REQUEST =
  /(?<![\w.#])fetch\(|\bhttps?\.(?:request|get)\(|import \{[^}]*\brequest\b[^}]*\} from 'node:https?'|\bconnect\b[^\n]* from 'node:(?:net|tls)'|from '(?:undici|aws4fetch|nodemailer)'/

it('addresses that others give are requested through the safe fetch only', () => {
  const src = join(rootDir, 'apps/server/src')
  const requesting = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => REQUEST.test(readFileSync(join(src, file), 'utf8')))
  expect(requesting.toSorted()).toEqual(Object.keys(operatorAddresses).toSorted())
})
