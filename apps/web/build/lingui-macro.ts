import { fileURLToPath } from 'node:url'
import { transformAsync } from '@babel/core'
import { getConfig } from '@lingui/conf'
import type { Plugin } from 'vite'

// Found from here, wherever the command was given.
const linguiConfig = getConfig({ configPath: fileURLToPath(new URL('../lingui.config.ts', import.meta.url)) })
const macro = /@lingui\/(core|react)\/macro/

/** Runs Lingui's macros over the few files that use them; everything else never meets Babel. */
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
        plugins: [['@lingui/babel-plugin-lingui-macro', { linguiConfig }]],
      })
      return result?.code ? { code: result.code, map: result.map ?? null } : undefined
    },
  },
})
