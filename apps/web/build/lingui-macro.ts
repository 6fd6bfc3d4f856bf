import { join } from 'node:path'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { transform } from '@swc/core'
import { parseSync, Visitor, type Plugin } from 'vite'

const root = join(import.meta.dirname, '../../..')
export const configPath = join(root, 'packages/i18n/lingui.config.ts')
const macro = /@lingui\/(core|react)\/macro/

/** The comment that Lingui's macros write before each message. */
const MARK = '/*i18n*/ '

/** Compiles the English messages that the macros leave in the code, so that no page needs the parser of messages. */
function compileMessages(code: string, filename: string): string {
  const messages: { start: number; end: number; value: string }[] = []
  new Visitor({
    ObjectExpression(descriptor) {
      if (!code.endsWith(MARK, descriptor.start)) return
      for (const property of descriptor.properties) {
        if (property.type !== 'Property' || property.key.type !== 'Identifier' || property.key.name !== 'message')
          continue
        const { value } = property
        if (value.type === 'Literal' && typeof value.value === 'string') messages.push({ ...value, value: value.value })
      }
    },
  }).visit(parseSync(filename, code, { lang: 'jsx' }).program)
  // From the last to the first, so that the places of the others stay.
  return messages
    .toSorted((one, other) => other.start - one.start)
    .reduce(
      (text, { start, end, value }) => text.slice(0, start) + JSON.stringify(compileMessage(value)) + text.slice(end),
      code,
    )
}

/** Runs Lingui's macros over the files that use them. English messages stay in the code, compiled. */
export const linguiMacro = (): Plugin => ({
  name: 'lingui-macro',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^@lingui\/message-utils\/compileMessage$/ },
    // Lingui's core imports the parser, and uses it during development only. Unused, an external import disappears.
    handler: (id, importer) =>
      process.env['NODE_ENV'] === 'production' && importer?.includes('/@lingui/core/')
        ? { id, external: true, moduleSideEffects: false }
        : null,
  },
  transform: {
    filter: { id: /\.tsx?$/, code: macro },
    async handler(source, id) {
      const { code, map } = await transform(source, {
        filename: id,
        configFile: false,
        swcrc: false,
        sourceMaps: true,
        jsc: {
          target: 'es2024',
          parser: { syntax: 'typescript', tsx: id.endsWith('x') },
          transform: { react: { runtime: 'preserve' }, verbatimModuleSyntax: true },
          experimental: {
            plugins: [['@lingui/swc-plugin', { stripNonEssentialFields: false }]],
            // The plugin, compiled for this machine.
            cacheRoot: join(root, 'node_modules/.cache/swc'),
          },
        },
      })
      // Each message ends its line, so the places in the source map stay.
      return { code: compileMessages(code, id), map }
    },
  },
})
