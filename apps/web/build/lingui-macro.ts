import { fileURLToPath } from 'node:url'
import { transformAsync } from '@babel/core'
import { getConfig } from '@lingui/conf'
import type { Plugin } from 'vite'

// Resolved from this file, so that the working directory does not matter.
export const configPath = fileURLToPath(new URL('../../../packages/i18n/lingui.config.ts', import.meta.url))
const linguiConfig = getConfig({ configPath })
const macro = /@lingui\/(core|react)\/macro/

/** Runs Lingui's macros over the files that use them; Babel sees no other file. English messages stay in the code. */
export const linguiMacro = (): Plugin => ({
  name: 'lingui-macro',
  enforce: 'pre',
  transform: {
    filter: { id: /\.tsx?$/, code: macro },
    async handler(code, id) {
      const result = await transformAsync(code, {
        filename: id,
        babelrc: false,
        configFile: false,
        sourceMaps: true,
        parserOpts: { plugins: ['jsx', 'typescript'] },
        plugins: [['@lingui/babel-plugin-lingui-macro', { linguiConfig, stripMessageField: false }]],
      })
      return result?.code ? { code: result.code, map: result.map ?? null } : undefined
    },
  },
})
