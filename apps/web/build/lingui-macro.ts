import { fileURLToPath } from 'node:url'
import { transform } from '@swc/core'
import type { Plugin } from 'vite'

// Resolved from this file, so that the working directory does not matter.
export const configPath = fileURLToPath(new URL('../../../packages/i18n/lingui.config.ts', import.meta.url))
const macro = /@lingui\/(core|react)\/macro/

/** Runs Lingui's macros over the files that use them. English messages stay in the code. */
export const linguiMacro = (): Plugin => ({
  name: 'lingui-macro',
  enforce: 'pre',
  transform: {
    filter: { id: /\.tsx?$/, code: macro },
    handler: (code, id) =>
      transform(code, {
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
            cacheRoot: fileURLToPath(new URL('../../../node_modules/.cache/swc', import.meta.url)),
          },
        },
      }),
  },
})
