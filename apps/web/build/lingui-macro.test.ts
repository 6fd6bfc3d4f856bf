import { expect, test } from 'vitest'
import { linguiMacro } from './lingui-macro.ts'

/** Code of a module after the macros. */
async function transformed(source: string): Promise<string> {
  const { transform } = linguiMacro()
  if (typeof transform !== 'object') throw new Error('The plugin transforms nothing.')
  const result = await (transform.handler as (code: string, id: string) => Promise<{ code: string }>)(
    source,
    'page.tsx',
  )
  return result.code
}

test('English messages are in the code in compiled form', async () => {
  const code = await transformed(`
    import { plural, t } from '@lingui/core/macro'
    export const title = t\`Job "\${name}"\`
    export const count = t\`\${plural(jobs, { one: '# job', other: '# jobs' })}\``)
  expect(code).toContain(`message: ["Job \\"",["name"],"\\""]`)
  expect(code).toContain(`message: [["jobs","plural",{"one":["#"," job"],"other":["#"," jobs"]}]]`)
})

test('a message inside the elements of another is compiled too', async () => {
  const code = await transformed(`
    import { Trans, useLingui } from '@lingui/react/macro'
    export function Terms() {
      const { t } = useLingui()
      return <Trans>Read <a title={t\`Opens a page\`}>the terms</a></Trans>
    }`)
  expect(code).toContain(`message: ["Opens a page"]`)
  expect(code).toContain(`message: ["Read <0>the terms</0>"]`)
})

test('other objects with a message stay as they are', async () => {
  const code = await transformed(`
    import { t } from '@lingui/core/macro'
    export const error = { id: 'one', message: 'Plain {text}' }
    export const title = t\`Open\``)
  expect(code).toContain(`message: 'Plain {text}'`)
})
